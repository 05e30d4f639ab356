"""What random programs are made of: expressions of NumPy, with places to fill.

{a}, {b}  any arrays        {s}  a square matrix      {i}  integers
{m}       truth values      {k}  a number of Python's
{x}       an axis           {p}  an order of the axes of {a}
"""

UNARY = """
    absolute angle arctan arcsinh bitwise_count cbrt ceil conj cos cosh degrees exp exp2
    expm1 fabs fix floor imag invert isfinite isinf isnan log1p logical_not nan_to_num
    negative positive radians real reciprocal rint sign signbit sin sinc spacing sqrt
    square tanh trunc
""".split()

BINARY = """
    add allclose arctan2 array_equal bitwise_and bitwise_or bitwise_xor copysign divide
    equal float_power floor_divide fmax fmin fmod gcd greater greater_equal heaviside
    hypot isclose lcm left_shift less less_equal logaddexp logaddexp2 logical_and
    logical_or logical_xor maximum minimum mod multiply not_equal power right_shift
    subtract append inner outer dot matmul vdot kron
""".split()

OPERATORS = "+ - * / // % ** < <= > >= == != & | ^ @".split()

REDUCTIONS = """
    sum prod mean min max any all std var ptp median average count_nonzero nansum
    nanprod nanmean nanmax nanmin nanstd nanvar argmax argmin
""".split()

ALONG = "cumsum cumprod sort diff flip cumulative_sum cumulative_prod".split()

METHODS = "sum prod mean min max any all std var argmax argmin cumsum cumprod".split()

OTHERS = """
    np.where({a} > 0, {a}, {b})
    np.where({m}, {a}, {k})
    np.select([{m}, {a} > 0], [{a}, {b}])
    np.choose({i} % 2, [{a}, {b}])
    np.clip({a}, -1, 1)
    {a}.clip(0, 2)
    np.round({a}, 1)
    {a}.round()
    np.interp({a}, [0, 1, 2], [0.0, 2.0, 1.0])
    np.polyval([1.0, 2.0, 3.0], {a})
    np.isin({a}, [0, 1])
    divmod({a}, 3)[0]
    np.divmod({a}, 2)[1]
    np.modf({a})[0]
    np.frexp({a})[1]

    np.concatenate([{a}, {a}])
    np.concatenate([{a}, {b}], axis={x})
    np.concat([{a}, {b}], axis=None)
    np.stack([{a}, {a}])
    np.stack([{a}, {b}], axis={x})
    np.vstack([{a}, {b}])
    np.hstack([{a}, {b}])
    np.dstack([{a}, {a}])
    np.column_stack([{a}, {b}])
    np.split({a}, 2)[0]
    np.array_split({a}, 2)[1]
    np.unstack({a})[0]
    np.meshgrid({a}, {b})[0]
    np.tile({a}, 2)
    np.tile({a}, (2, 1))
    np.repeat({a}, 2)
    np.repeat({a}, 2, axis={x})
    {a}.repeat(2)
    np.pad({a}, 1)
    np.pad({a}, 1, mode='edge')
    np.roll({a}, 1)
    np.roll({a}, 2, axis={x})
    np.rot90({a})
    np.fliplr({a})

    np.reshape({a}, -1)
    {a}.reshape(-1)
    {a}.reshape(-1, 1)
    {a}.reshape((1, -1))
    {a}.reshape({a}.shape)
    {a}.ravel()
    {a}.flatten()
    {a}.T
    {a}.transpose()
    np.transpose({a}, {p})
    np.permute_dims({a}, {p})
    np.matrix_transpose({a})
    np.swapaxes({a}, 0, {x})
    {a}.swapaxes(0, -1)
    np.moveaxis({a}, 0, -1)
    np.expand_dims({a}, {x})
    np.squeeze({a})
    {a}.squeeze()
    np.broadcast_to({a}, (2, *{a}.shape))
    np.atleast_1d({a})
    np.atleast_2d({a})

    {a}[None]
    {a}[..., None]
    {a}[0]
    {a}[-1]
    {a}[::2]
    {a}[::-1]
    {a}[..., 0]
    {a}[:, 1:]
    {a}[1:, ..., 0]
    {a}[[0, -1]]
    {a}[{m}]
    {a}[{a} > 0]
    {a}[{i} % 2]
    np.take({a}, [0, 0])
    np.take({a}, 0, axis={x})
    {a}.take([0])
    np.take_along_axis({a}, np.argsort({a}, axis=-1, kind='stable'), axis=-1)
    np.nonzero({a})[0]
    np.argwhere({a})
    np.flatnonzero({a})
    np.extract({a} > 0, {a})
    np.compress([True, False], {a}, axis={x})

    np.sort({a}, axis=None)
    np.argsort({a}, kind='stable')
    np.argsort({a}, axis={x}, kind='stable')
    {a}.argsort(kind='stable')
    np.lexsort(({a}, {a}))
    np.partition({a}, 0)
    np.unique({a})
    np.unique({a}, return_counts=True)[1]
    np.searchsorted(np.sort({a}, axis=None), {b})
    np.digitize({a}, [0, 1])
    np.bincount(np.abs({i}).ravel())
    np.histogram({a}, bins=3)[0]
    np.percentile({a}, 30)
    np.quantile({a}, 0.25, axis={x})
    np.cov({a})
    np.corrcoef({a})
    np.convolve({a}, {b})
    np.correlate({a}, {b})
    np.gradient({a})
    np.trapezoid({a})
    np.ediff1d({a})
    np.union1d({a}, {b})
    np.intersect1d({a}, {b})
    np.setdiff1d({a}, {b})

    np.diag({a})
    np.diagonal({a})
    {a}.diagonal()
    np.trace({a})
    np.tril({a})
    np.triu({a}, 1)
    np.cross({a}, {b})
    np.vecdot({a}, {b})
    np.tensordot({a}, {b}, 1)
    np.einsum('i,i->', {a}, {a})
    np.einsum('ij,ij->i', {a}, {a})
    np.einsum('...i->...', {a})
    {a}.dot({b})
    np.vander({a}, 3)
    np.linalg.norm({a})
    np.linalg.norm({a}, axis={x})
    np.linalg.vector_norm({a})
    np.linalg.matrix_norm({s})
    np.linalg.solve({s}, {s})
    np.linalg.inv({s})
    np.linalg.pinv({a})
    np.linalg.det({s})
    np.linalg.slogdet({s})[0]
    np.linalg.eigvalsh({s} + {s}.T)
    np.linalg.cholesky({s} @ {s}.T + 9 * np.eye({s}.shape[0]))
    np.linalg.qr({a}).R
    np.linalg.svd({a}, compute_uv=False)
    np.linalg.matrix_power({s}, 2)
    np.linalg.matrix_rank({a})
    np.fft.fft({a})
    np.fft.rfft({a}, axis={x})
    np.fft.irfft({a})
    np.fft.ifft({a})
    np.fft.fftshift({a})

    np.add.reduce({a})
    np.maximum.accumulate({a})
    np.multiply.outer({a}, {b})
    np.apply_along_axis(np.sum, 0, {a})
    np.zeros_like({a})
    np.ones_like({a})
    np.full_like({a}, 2)
    {a}.astype(np.float64)
    {a}.astype('float32')
    {a}.astype(int)
    np.astype({a}, np.float64)
    {a}.real
    {a}.imag
    {a}.conj()
    {a}.copy()
    np.shape({a})[0]
    np.size({a})
    np.ndim({a})
    {a}.size
    {a}.ndim
    {a}.shape[0]
    len({a})
    abs({a})
    -{a}
    +{a}
    ~{a}
    round({k}, 1)
    sum({a})
"""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


EXPRESSIONS: tuple[str, ...] = (
    *(f"np.{name}({{a}})" for name in UNARY),
    *(f"np.{name}({{a}}, {{b}})" for name in BINARY),
    *(f"({{a}} {symbol} {{b}})" for symbol in OPERATORS),
    *(f"({{a}} {symbol} {{k}})" for symbol in OPERATORS[:-1]),
    *(f"({{k}} {symbol} {{a}})" for symbol in OPERATORS[:7]),
    *(f"np.{name}({{a}})" for name in REDUCTIONS),
    *(f"np.{name}({{a}}, axis={{x}})" for name in REDUCTIONS),
    *(f"np.{name}({{a}}, axis={{x}}, keepdims=True)" for name in REDUCTIONS[:13]),
    *(f"np.{name}({{a}}, axis={{x}})" for name in ALONG),
    *(f"{{a}}.{name}()" for name in METHODS),
    *(f"{{a}}.{name}({{x}})" for name in METHODS),
    *_lines(OTHERS),
)
