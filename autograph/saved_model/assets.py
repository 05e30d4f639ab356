"""Files that are saved with a model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from graph.errors import NotFoundError
from graph.origin import capture_exact


class Asset:
    """A file that is copied into a saved model, such as a vocabulary.

    Attributes:
        path: Its name: that of the original, or in the saved model that was loaded.
    """

    def __init__(self, path: Any) -> None:
        """Name a file.

        Raises:
            NotFoundError: There is no such file.
        """
        self.path = str(Path(os.fsdecode(path)).absolute())
        if not Path(self.path).is_file():
            raise NotFoundError(
                f"saved_model.Asset: there is no file {self.path}.",
                origin=capture_exact(),
            )

    @property
    def asset_path(self) -> str:
        """The same as `path`, as TensorFlow calls it."""
        return self.path

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"<ag.saved_model.Asset {self.path}>"


__all__: list[str] = []
