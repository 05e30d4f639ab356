"""The converters, one file each, in the order in which they run.

Between two of them the program is ordinary Python, that could be printed and run. What
the last one leaves calls operators, on whatever object is bound to `ag__`: those that
`autograph.operators.protocol` lists.
"""

from autograph.converters.arithmetic import Arithmetic
from autograph.converters.asserts import Asserts
from autograph.converters.attributes import Attributes
from autograph.converters.augmented_stores import AugmentedStores
from autograph.converters.base import Context, Converter, Names
from autograph.converters.breaks import Breaks
from autograph.converters.calls import Calls
from autograph.converters.comparisons import Comparisons
from autograph.converters.comprehension_bindings import ComprehensionBindings
from autograph.converters.comprehension_walruses import ComprehensionWalruses
from autograph.converters.conditional_expressions import ConditionalExpressions
from autograph.converters.consumers import Consumers
from autograph.converters.continues import Continues
from autograph.converters.control_flow import ControlFlow
from autograph.converters.declarations import Declarations
from autograph.converters.equalities import Equalities
from autograph.converters.explicit_super import ExplicitSuper
from autograph.converters.f_strings import FStrings
from autograph.converters.finally_jumps import FinallyJumps
from autograph.converters.frame_variables import FrameVariables
from autograph.converters.function_scopes import FunctionScopes
from autograph.converters.global_writes import GlobalWrites
from autograph.converters.identities import Identities
from autograph.converters.jumps_to_else import JumpsToElse
from autograph.converters.kept_iterators import KeptIterators
from autograph.converters.logic import Logic
from autograph.converters.loop_elses import LoopElses
from autograph.converters.loop_tests import LoopTests
from autograph.converters.matches import Matches
from autograph.converters.memberships import Memberships
from autograph.converters.owners import Owners
from autograph.converters.private_names import PrivateNames
from autograph.converters.reads import Reads
from autograph.converters.return_commits import ReturnCommits
from autograph.converters.returns import Returns
from autograph.converters.single_managers import SingleManagers
from autograph.converters.stores import Stores
from autograph.converters.subscripts import Subscripts
from autograph.converters.tries import Tries
from autograph.converters.truths import Truths
from autograph.converters.unpackings import Unpackings
from autograph.converters.walruses import Walruses

PIPELINE: tuple[type[Converter], ...] = (
    PrivateNames,  # first: all that follows compares names
    ExplicitSuper,
    ComprehensionWalruses,
    ComprehensionBindings,  # after these; before Declarations: it adds some
    Declarations,  # before FunctionScopes: they go above the scope
    FunctionScopes,  # before Returns, which uses the scope's name
    FrameVariables,  # after FunctionScopes: its lambdas need none
    KeptIterators,  # before Unpackings and all else that takes an iterator elsewhere
    Matches,  # before all that lowers `if`, and the jumps in it
    LoopElses,  # before JumpsToElse: an `else` that returns is then a branch
    LoopTests,  # before the jumps are lowered: it makes one
    Walruses,  # before all that lowers `if`, too
    SingleManagers,  # before the jumps are lowered: they ask what leaving each does
    JumpsToElse,  # before the jumps are lowered: it saves most of their flags
    Continues,  # before Breaks: a loop's last statement is its `break`, then
    Returns,  # before Breaks: a return in a loop becomes a break
    Breaks,
    FinallyJumps,  # after the jumps: it looks for their flags
    Owners,  # before Unpackings and Stores, which add assignments
    Unpackings,  # before Stores: it keeps the places where sequences are taken apart
    Stores,  # before ControlFlow: its temporaries are variables like others
    Tries,  # after the jumps: it adds statements, which they would have to leave
    Truths,  # before ControlFlow: it takes the tests apart from their statements
    ControlFlow,  # before all that makes lambdas: they would count as captures
    GlobalWrites,  # after ControlFlow, whose functions write globals, too
    Asserts,
    AugmentedStores,
    FStrings,
    Arithmetic,  # after FStrings, which sends `%`; after ControlFlow, as that one
    ConditionalExpressions,
    Comparisons,
    Identities,  # after Comparisons, which takes chains apart
    Memberships,  # after Comparisons, too
    Equalities,  # after Comparisons, too
    Subscripts,  # after the stores, which it leaves alone
    Attributes,  # after the stores; before Calls, which hides what is called
    Logic,
    Calls,
    Consumers,  # after Calls, whose calls it looks at
    Reads,  # after all that makes reads: the variables in those are checked, too
    ReturnCommits,  # last: its `try` is Python's, and hides that the value comes first
)

__all__ = ["PIPELINE", "Context", "Converter", "Names"]
