"""Reads the lines of an exported result and cases from the standard input; prints the figures of each case as a line of JSON."""

import json
import sys
import warnings

import pandas

warnings.filterwarnings("ignore")
with open(sys.argv[1], encoding="utf-8") as lines:
    frame = pandas.DataFrame([json.loads(line) for line in lines])
for name in ("amount", "usd_amount"):
    frame[name] = frame[name].astype("float64")
frame["month"] = frame["date"].str.slice(0, 7)


def text(value):
    """A key as the test writes it: whole numbers without a point, nothing as null."""
    if pandas.isna(value):
        return None
    return int(value) if isinstance(value, float) and value.is_integer() else value


def figure(part, measure):
    kind, field = measure["kind"], measure.get("field")
    if kind == "count":
        return len(part)
    values = part[field].dropna()
    if kind == "distinct":
        return int(values.nunique())
    if len(values) == 0:
        return None
    # Smaller numbers: a sum may pass the largest double on its way.
    scaled = values * 2.0**-64
    return {"sum": scaled.sum, "mean": scaled.mean, "min": values.min, "max": values.max}[kind]() + 0.0


for line in sys.stdin:
    case = json.loads(line)
    part = frame
    if case["above"] is not None:
        part = part[part["amount"] > case["above"]]
    groups = [([], part)]
    if case["keys"]:
        groups = part.groupby(case["keys"], dropna=False, sort=False)
        groups = [(key if isinstance(key, tuple) else (key,), rows) for key, rows in groups]
    print(json.dumps([[[text(value) for value in key], [figure(rows, one) for one in case["measures"]]] for key, rows in groups]))
