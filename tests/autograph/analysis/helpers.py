"""Shared by the tests of the analyses."""

from autograph import syntax
from autograph.analysis.definitions import Definitions
from autograph.analysis.flow import Flow
from autograph.analysis.liveness import Liveness
from autograph.analysis.scopes import Scopes


class Analysed:
    """The tables of the first function of a text; steps are found by their source."""

    def __init__(self, text):
        self.function = syntax.parse(text).body[0]
        self.scope = Scopes(self.function).of(self.function)
        self.flow = Flow(self.function)
        self.liveness = Liveness(self.flow, self.scope)
        self.definitions = Definitions(self.flow, self.scope)

    def step(self, text):
        """Return the step of the statement that is printed as `text`."""
        for step in self.flow.steps:
            is_statement = step.node is not self.function
            if is_statement and syntax.unparse(step.node).split("\n")[0] == text:
                return step
        raise AssertionError(f"no step {text!r}")

    def live_before(self, text):
        return self.liveness.before(self.step(text)) & self.scope.local_names

    def defined_by(self, text, name):
        """Return the sources of a name's definitions, `None` for the start."""
        found = self.definitions.reaching(self.step(text), name)
        return {
            None if at < 0 else syntax.unparse(self.flow.steps[at].node).split("\n")[0]
            for at in found
        }

    def may_be_undefined(self, text, name):
        return self.definitions.may_be_undefined(self.step(text), name)
