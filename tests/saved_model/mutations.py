"""Damage saved models: change the structure of files, or bytes, and hash them anew.

    python mutations.py MODEL FOLDER SEED COUNT

Loads COUNT damaged copies, prints what became of each kind, and ends with 1 where a
load did what none may: raised another error, took over ten seconds or over 1 GiB,
wrote outside of FOLDER, or ran code.
"""

import collections
import hashlib
import json
import random
import re
import resource
import shutil
import signal
import sys
import time
from pathlib import Path

SECONDS = 10
BYTES = 1 << 30
#: What is put in the place of something else; texts that are code must stay text.
ATOMS: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 7, 63, 64, 1 << 31, 1 << 40, (1 << 63) - 1),
    *(-(1 << 62), 1 << 70, 0.0, -1.5, 1e308, "", "x", "int32", "float32", "tuple"),
    *("__0__", "x\nimport os", "'+__import__('os').abort()+'", "..", "/etc/passwd"),
    *("__class__", "Exit", "SystemExit", "__1__", ") or raise_it(", "add", "const"),
    *([], {}, [[]], {"list": []}, {"array": 0}, {"dtype": "string"}),
    *({"graph": 0}, {"variable": 0}, {"float": "7ff0000000000000"}),
    *({"tagged": ["exception", "SystemExit"]}, {"int": "0x" + "f" * 4000}),
    *({"range": [0, 1 << 62, 1]}, {"range": [0, 10**9, 1]}, {"slice": [None] * 3}),
    *("__globals__", "{0.__class__}", "file:///tmp/written", "f2py", "__cause__", "\0"),
    *(
        "(" * 5000,
        "a" * 100_000,
        [1] * 70,
        [1 << 40] * 3,
        {"set": [1]},
        {"bytes": "eA=="},
    ),
    {"tagged": ["class", ["os", "system", ["a"]]]},
    {"tagged": ["class", ["m", "P", ["a", "def"]]]},
    {"tagged": ["raised", ["OSError", [[], {"dict": []}, None, False, None]]]},
    {"spec": [{"dtype": "float32"}, [1 << 40, 1 << 40], "x"]},
)


#: What Python compiles for a class of named tuples.
NAMED_TUPLE = re.compile(rb"lambda _cls, [\w, ]*: _tuple_new\(_cls, \([\w, ]*\)\)")


def places(tree, found=None):
    """Return each container of a tree of JSON with each of its keys."""
    found = [] if found is None else found
    keys = tree if isinstance(tree, dict) else range(len(tree))
    for key in keys:
        found.append((tree, key))
        if isinstance(tree[key], (dict, list)):
            places(tree[key], found)
    return found


def mutated(tree, rng):
    """Change a tree at one to three places."""
    for _ in range(rng.randint(1, 3)):
        every = places(tree)
        if not every:
            return tree
        holder, key = rng.choice(every)
        other, other_key = rng.choice(every)
        match rng.randrange(7):
            case 0:
                del holder[key]
            case 1:
                holder[key] = json.loads(json.dumps(other[other_key]))
            case 2 if isinstance(holder, list):
                holder.insert(key, json.loads(json.dumps(holder[key])))
            case 3 if isinstance(holder[key], int):
                holder[key] += rng.choice((-1, 1, 2, -holder[key], 1 << 33))
            case 4 if isinstance(holder[key], str) and holder[key]:
                at = rng.randrange(len(holder[key]))
                letter = rng.choice("ax0_'\"\n\\()é")
                holder[key] = holder[key][:at] + letter + holder[key][at + 1 :]
            case 5:
                deep = holder[key]
                for _ in range(rng.choice((3, 50, 900, 5000))):
                    deep = [deep]
                holder[key] = deep
            case _:
                holder[key] = json.loads(json.dumps(rng.choice(ATOMS)))
    return tree


def damage(folder, rng):
    """Damage one file of a saved model, and let the manifest name what it is now."""
    name = rng.choice(
        ("graphs.json",) * 5 + ("objects.json",) * 3 + ("values.npz", "manifest.json")
    )
    path = folder / name
    data = path.read_bytes()
    if name.endswith(".json") and rng.random() < 0.8:
        try:
            data = json.dumps(mutated(json.loads(data), rng)).encode()
        except (RecursionError, ValueError):
            data = b"[" * 100000
    else:
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 4, 64))):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        if rng.random() < 0.2:
            del changed[rng.randrange(len(changed)) :]
        data = bytes(changed)
    path.write_bytes(data)
    if name != "manifest.json":
        manifest = json.loads((folder / "manifest.json").read_text())
        digest = hashlib.sha256(data).hexdigest()
        manifest["files"][name] = {"bytes": len(data), "sha256": digest}
        (folder / "manifest.json").write_text(json.dumps(manifest))
    return name


def main(model, folder, seed, count):
    """Load damaged copies."""
    import autograph as ag
    from graph.verify import verify

    allowed = (ag.errors.AutographError,)
    outcomes, faults, tuples = collections.Counter(), [], []
    watched = ("os.system", "subprocess.Popen", "exec", "compile", "import", "open")
    is_loading = False

    def watch(event, args):
        if not is_loading or event not in watched:
            return
        if event == "open":
            path, mode, flags = args
            is_written = "w" in (mode or "") or (flags or 0) & 3
            if not is_written and not str(path).startswith("/etc"):
                return
        if event in ("import", "compile", "exec"):
            # Python's own: modules of the library that are imported late, and classes
            # of named tuples, whose source has names alone.
            if event == "import" and args[0].split(".")[0] in OURS:
                return
            code = args[0]
            if isinstance(code, bytes) and NAMED_TUPLE.fullmatch(code):
                tuples.append(code)
                return
            if event == "exec" and tuples and code.co_filename == "<string>":
                tuples.pop()
                return
            where = getattr(code, "co_filename", None) or str(args[-1])
            if event != "import" and any(each in where for each in KNOWN):
                return
        faults.append((current, event, repr(args)[:200]))

    OURS = ("autograph", "graph", "executor", "numpy", "_io", "linecache", "tokenize")
    KNOWN = (str(Path(ag.__file__).parents[1]), "namedtuple", "<frozen", "numpy")
    ag.saved_model.load(model)  # imports what is imported late
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + BYTES, hard))
    sys.addaudithook(watch)
    for number in range(count):
        current = (seed, number)
        rng = random.Random(f"{seed}/{number}")
        target = Path(folder) / "copy"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(model, target)
        name = damage(target, rng)
        signal.alarm(SECONDS * 3)
        begin = time.monotonic()
        is_loading = True
        try:
            loaded = ag.saved_model.load(target)
        except allowed as error:
            outcomes[name, type(error).__name__] += 1
            is_loading = False
        except BaseException as error:
            is_loading = False
            faults.append((current, name, f"{type(error).__name__}: {error}"[:300]))
        else:
            is_loading = False
            outcomes[name, "loaded"] += 1
            for function in functions_of(loaded):
                for data in function._traces:
                    verify(data["graph"])
        if time.monotonic() - begin > SECONDS:
            faults.append((current, name, f"{time.monotonic() - begin:.0f} seconds"))
        signal.alarm(0)
    for key, times in sorted(outcomes.items()):
        print(*key, times)
    print(len(faults), "faults")
    for fault in faults[:30]:
        print("FAULT", *fault)
    return bool(faults)


def functions_of(loaded):
    """Return the functions in what was loaded."""
    found = [getattr(loaded, "_LoadedModule__function", None)]
    found += list(vars(loaded).values()) if hasattr(loaded, "__dict__") else []
    return [each for each in found if hasattr(each, "_traces")]


if __name__ == "__main__":
    _, model, folder, seed, count = sys.argv
    sys.exit(main(model, folder, int(seed), int(count)))
