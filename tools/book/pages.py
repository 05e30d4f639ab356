"""The pages of the site that are generated from tables and docstrings, for MkDocs.

`tools/mkdocs.yml` names this module as a hook. The pages are not committed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import autograph as ag
from tools.book import constructs, errors_page, limitations, numpy_page, ops_page


@cache
def generated() -> Mapping[str, str]:
    """Return the generated pages, by their paths below `docs/`."""
    policy = ag.config.get_python()
    ag.config.set_python("refuse")  # what cannot be staged is shown as an error
    try:
        return {
            **constructs.constructs_pages(constructs.judged()),
            **ops_page.ops_pages(),
            "reference/errors.md": errors_page.errors_page(),
            "reference/numpy.md": numpy_page.numpy_page(),
            "reference/tensorflow_limitations.md": limitations.limitations_page(
                limitations.judged_limits()
            ),
        }
    finally:
        ag.config.set_python(policy)


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages to those of `docs/`; called by MkDocs."""
    from mkdocs.structure.files import File

    for path, text in generated().items():
        files.append(File.generated(config, path, content=text))
    return files
