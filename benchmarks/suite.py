"""How much of a run of the tests is due to tests that an earlier commit didn't have.

    scripts/test --junit-xml results.xml
    .venv/bin/python benchmarks/suite.py results.xml [tests/browser tests/tui ...] --since COMMIT

A test is new if no test of that commit has its name. Tests share workers, browsers and servers, so what they add to the run is
their share of the time of all tests, times the length of the run. Give files or folders to count only the new tests in them.
The report of a busy machine says more about that machine than about the tests.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[1]
SHOWN = 10  # files with the most new seconds


class Ran(NamedTuple):
    """A test that ran: its file, its name without parameters, and its seconds."""

    file: str
    name: str
    seconds: float


def read(report: Path) -> tuple[list[Ran], float]:
    """All tests of a JUnit report, and how many seconds the run took."""
    suite = ET.parse(report).getroot().find("testsuite")
    assert suite is not None
    ran = []
    for case in suite.iter("testcase"):
        module = re.sub(r"\.[A-Z]\w*$", "", case.attrib["classname"])  # without the class
        ran.append(Ran(module.replace(".", "/") + ".py", case.attrib["name"].partition("[")[0], float(case.attrib["time"])))
    return ran, float(suite.attrib["time"])


def names_at(commit: str) -> set[str]:
    """The names of all tests of a commit."""
    command = ["git", "grep", "-hoE", r"def test_\w+", commit, "--", "tests"]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {line.removeprefix("def ") for line in found.splitlines()}


def new_seconds(ran: list[Ran], old: set[str], places: list[str]) -> dict[str, float]:
    """The seconds of new tests by file, in these files and folders alone if any are given."""
    found: dict[str, float] = defaultdict(float)
    for test in ran:
        is_wanted = not places or any(Path(test.file).is_relative_to(place) for place in places)
        if is_wanted and test.name not in old:
            found[test.file] += test.seconds
    return found


def main() -> None:
    """Print the share of the new tests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", type=Path, help="what pytest wrote with --junit-xml")
    parser.add_argument("--since", required=True, metavar="COMMIT", help="tests that this commit has are not new")
    parser.add_argument("places", nargs="*", help="count only the new tests in these files and folders")
    given = parser.parse_args()
    ran, length = read(given.report)
    found = new_seconds(ran, names_at(given.since), given.places)
    every, new = sum(test.seconds for test in ran), sum(found.values())
    print(f"{len(ran):,} tests took {every:,.0f} s, in a run of {length:,.0f} s")
    print(f"new since {given.since}: {new:,.0f} s, {new / every:.1%} of it, or {new / every * length:,.0f} s of the run")
    for file, seconds in sorted(found.items(), key=lambda each: -each[1])[:SHOWN]:
        print(f"  {file}: {seconds:,.0f} s")


if __name__ == "__main__":
    main()
