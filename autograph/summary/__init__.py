"""`ag.summary`: values over steps, in event files that TensorBoard shows.

    writer = ag.summary.create_file_writer("logs")

    @ag.function
    def train(step):
        loss = ...
        ag.summary.scalar("loss", loss, step=step)      # written at each run

    with writer.as_default():
        for step in range(100):
            train(ag.constant(step))

Files of the package:

    functions     scalar, histogram, image, text, write
    experimental  the step that summaries are of
    writers       SummaryWriter, and what writes by default
    state         what holds where a summary is written: writer, step, condition
    values        arrays as what TensorBoard's plugins show
    messages      the protocol buffers of event files
    wire          how protocol buffers are written
    png           images
    event_files   files of events

Source:  TensorFlow's guide and API pages of summary; specification, "Executing Python
         side effects"
"""

from __future__ import annotations

from autograph.summary import experimental
from autograph.summary.functions import histogram, image, scalar, text, write
from autograph.summary.writers import (
    SummaryWriter,
    create_file_writer,
    create_noop_writer,
    flush,
    record_if,
    should_record_summaries,
)

__all__ = [
    "SummaryWriter",
    "create_file_writer",
    "create_noop_writer",
    "experimental",
    "flush",
    "histogram",
    "image",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "write",
]
