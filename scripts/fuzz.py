"""Send very many fuzzed requests to a server and look for trouble.

The server runs in a process of its own, on a store of its own, with tables of all games. Paths,
methods, headers, bodies, records and notations are made up or tampered with; every tenth request
is invented from /openapi.json, and valid ones in between must be granted. There must be no 5xx, no
traceback, no hang and no error of another form than docs/api.md says; afterwards the tables are as
they were, all that was founded can be opened again, and memory has not grown. Requests that brought
trouble are saved to soak-failures/, to be sent again with --replay.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from progress import Progress

ROOT = Path(__file__).resolve().parents[1]
FAILURES = ROOT / "soak-failures"
sys.path.insert(0, str(ROOT / "tests"))

from fuzzing import run  # noqa: E402
from fuzzing.schema import by_schema  # noqa: E402


def main() -> int:
    given = arguments()
    if given.replay:
        return replay(Path(given.replay))
    progress = Progress(given.requests)
    start = time.monotonic()

    known: set[str] = set()

    def told(result: run.Result) -> None:
        for text in list(result.troubles):
            if text not in known:
                known.add(text)
                print(f"\ntrouble: {result.troubles[text].text[:300]}", flush=True)
        text = f"{result.requests} of {given.requests} requests, {len(result.troubles)} troubles"
        progress.show(result.requests, text)

    result = run.fuzz(given.requests, given.seed, given.seconds, by_schema=by_schema, told=told)
    progress.end()
    summary(result, time.monotonic() - start)
    keep(result, given.seed)
    return 1 if result.troubles else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Send fuzzed requests to a server.")
    parser.add_argument("--requests", type=_number, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after so long")
    parser.add_argument("--replay", metavar="FILE", help="send one that was saved again")
    return parser.parse_args()


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} should be at least 1")
    return number


def summary(result: run.Result, seconds: float) -> None:
    rate = result.requests / seconds
    print(f"\n{result.requests} requests in {seconds:.0f} s ({rate:.0f} a second), answered with")
    for status, count in sorted(result.statuses.items()):
        print(f"  {status:<6}{count:>8}")
    print("as")
    for kind, count in result.kinds.most_common():
        print(f"  {kind:<14}{count:>8}")
    print(f"{result.probes} valid requests in between")
    print(f"{result.reopened} of the tables that they founded were opened again after a restart")
    took, line = result.slowest
    print(f"the slowest took {took:.1f} s: {line}")
    early, late = result.memory
    factor, more = run.GROWTH
    if early is not None and late is not None:
        print(
            f"memory: {early / 1000:.0f} MB after the first tenth, {late / 1000:.0f} MB at the end "
            f"(allowed: {(early * factor + more) / 1000:.0f} MB)"
        )
    print(f"\n{len(result.troubles)} troubles")


def keep(result: run.Result, seed: int) -> None:
    """Print the troubles, and save their requests."""
    for number, trouble in enumerate(list(result.troubles.values())[:50], 1):
        print(f"  {trouble.text[:300]}")
        if trouble.request is not None:
            FAILURES.mkdir(exist_ok=True)
            file = FAILURES / f"fuzz-{seed}-{number}.json"
            file.write_text(run.kept(trouble, result.tables, seed), encoding="utf-8")
            print(f"    {trouble.request.line[:100]}\n    --replay {file.relative_to(ROOT)}")


def replay(file: Path) -> int:
    """Send a request again, to a new server with tables like those it was about."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        request = document["request"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"fuzz: --replay: {file} is not a saved request ({error})", file=sys.stderr)
        return 2
    print(f"{request[:2000]}\n")
    try:
        answer, trouble, told = run.again(document)
    except TimeoutError:
        print(f"no answer within {run.PATIENCE} s")
        return 1
    print(f"{answer.status} {answer.kind}\n{answer.body[:2000].decode('utf-8', 'replace')}\n{told}")
    print(trouble or "no trouble this time")
    return 1 if trouble or run.raised_in(told) else 0


if __name__ == "__main__":
    sys.exit(main())
