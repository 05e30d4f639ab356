"""The names that the documents, and programs of their time, call."""

import pytest

import autograph as ag
from autograph import no_effect

NAMES = """
    function constant Variable Tensor TensorSpec TensorShape Graph Operation GradientTape
    Module TensorArray nest.flatten init_scope device
    ones zeros eye range where matmul transpose abs add multiply square pow maximum
    greater tanh reduce_sum reduce_mean gather cond while_loop print py_function
    nn.dropout random.uniform random.normal
    int32 float32 string bool float64 int64 dtypes.int32
    config.run_functions_eagerly config.list_physical_devices
    config.list_logical_devices config.experimental.list_physical_devices
    config.experimental.list_logical_devices
    debugging.enable_check_numerics debugging.disable_check_numerics
    debugging.assert_equal
    autograph.to_code autograph.to_graph autograph.do_not_convert autograph.Feature
    autograph.experimental.Feature autograph.experimental.set_loop_options
    autograph.set_verbosity
    errors.InvalidArgumentError errors.FailedPreconditionError
    errors.OperatorNotAllowedInGraphError errors.OutOfRangeError
    errors.UnimplementedError
    compat.v1.assign compat.v1.py_func compat.v1.to_float
    compat.v1.glorot_uniform_initializer
    keras.optimizers.Adam optimizers.Adam keras.losses keras.metrics
""".split()


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(no_effect, "_SAID", set())


@pytest.mark.parametrize("name", NAMES)
def test_it_is_there(name):
    found = ag
    for part in name.split("."):
        found = getattr(found, part)
    assert found is not None


@pytest.mark.parametrize("config", [ag.config, ag.config.experimental])
def test_there_is_one_cpu(config):
    (device,) = config.list_physical_devices()
    assert device.device_type == "CPU"
    assert repr(device) == (
        "PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')"
    )
    assert config.list_physical_devices("CPU") == [device]
    assert config.list_physical_devices("GPU") == []
    (logical,) = config.list_logical_devices()
    assert repr(logical) == "LogicalDevice(name='/device:CPU:0', device_type='CPU')"
    assert config.list_logical_devices("GPU") == []


def test_a_device_has_no_effect_which_is_said_once_at_the_users_line():
    def on(x, name):
        with ag.device(name):
            y = x * 2 if x > 0 else x
        return y

    def calls():
        staged = ag.function(on)(ag.constant(3), "/GPU:0")
        return staged, on(ag.constant(-3), "/CPU:0"), on(ag.constant(3), None)

    with pytest.warns(ag.errors.NoEffectWarning, match="one device, the CPU") as told:
        found = calls()
    assert [int(each) for each in found] == [6, -3, 6]
    (only,) = told
    assert only.filename == __file__


def test_a_concrete_function_tells_the_shapes_and_dtypes_of_its_results():
    @ag.function(input_signature=[ag.TensorSpec([None, 3], ag.float32)])
    def f(x):
        return {"a": x, "b": [ag.shape(x), None]}, 2

    concrete = f.get_concrete_function()
    assert concrete.output_shapes == ({"a": (None, 3), "b": [(2,), None]}, ())
    assert concrete.output_dtypes == (
        {"a": ag.float32, "b": [ag.int32, None]},
        ag.int32,
    )
    one = ag.function(lambda x: x).get_concrete_function(ag.TensorSpec(None, ag.int32))
    assert str(one.output_shapes) == "<unknown>"
    assert isinstance(one.output_shapes, ag.TensorShape)
    assert one.output_dtypes is ag.int32
    none = ag.function(lambda: None).get_concrete_function()
    assert (none.output_shapes, none.output_dtypes) == (None, None)


def test_what_a_function_implements_is_kept():
    @ag.function(experimental_implements="embedded_matmul")
    def f(x):
        return x * 2

    assert f.experimental_implements == "embedded_matmul"
    assert int(f(ag.constant(2))) == 4
    assert ag.function(lambda x: x).experimental_implements is None


def test_optional_features_are_named_as_in_the_documents():
    def f(x):
        return x

    features = ag.autograph.experimental.Feature.EQUALITY_OPERATORS
    code = ag.autograph.to_code(f, experimental_optional_features=features)
    assert "optional_features=('EQUALITY_OPERATORS',)" in code
    assert ag.autograph.to_graph(f, experimental_optional_features=features)(3) == 3
