#!/usr/bin/env python3
"""Check proof files of the format cam-proof/1, using nothing but the Python standard library.

    python3 verify_proof.py FILE [--keys KEYS.json]       check one file
    python3 verify_proof.py --examples FOLDER             check a folder against its expected.json
    python3 verify_proof.py --mutations FILE [--bits]     change every byte; none may stay valid

The result is one JSON object; the exit code is 0 (valid), 1 (invalid) or 2 (not checkable).

The part for AWS was written from the page format.md alone. Headings below name the section of that page
which the code under them implements. Where the page leaves something open, a comment that begins
with "Reading:" says how it was read. The parts for Google Cloud and Azure are by the author of the first checker.
"""

import argparse
import base64
import datetime
import hashlib
import ipaddress
import json
import math
import os
import re
import sys
from dataclasses import dataclass, field
from json.encoder import encode_basestring
from multiprocessing import Pool

VALID, INVALID, NOT_CHECKABLE = 0, 1, 2


class Fault(Exception):
    """A reason why a proof is not valid: what is wrong, where, and the two values that differ."""

    code = INVALID

    def __init__(self, reason, place=None, expected=None, found=None):
        super().__init__(reason)
        self.reason, self.place, self.expected, self.found = reason, place, expected, found


class Invalid(Fault):
    """The proof contradicts itself or the format."""


class NotCheckable(Fault):
    """The proof needs something that the format does not let a checker judge."""

    code = NOT_CHECKABLE


def require(condition, reason, place=None, expected=None, found=None):
    """Raise Invalid unless the condition holds."""
    if not condition:
        raise Invalid(reason, place, expected, found)


# ---------------------------------------------------------------------------------------------------
# Texts and digests
# ---------------------------------------------------------------------------------------------------


def utf16(text):
    """Return the sort key that orders texts by UTF-16 code units."""
    return text.encode("utf-16-be", "surrogatepass")


def sha256(text):
    """Return the digest of a text: SHA-256 of its UTF-8 bytes in lower-case hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def write_number(value):
    """Return a number as ECMAScript writes it (RFC 8785, section 3.2.2.3)."""
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    if value == 0:
        return "0"
    # repr() gives the shortest digits that stand for the value, as ECMAScript does; only the layout differs.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading = len(whole + fraction) - len(digits)
    point = len(whole) - leading + int(exponent or 0)
    digits = digits.rstrip("0")
    sign, count = ("-" if value < 0 else ""), len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "." + digits[1:] if count > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def canonical(value):
    """Return the canonical JSON text of a value (RFC 8785)."""
    if isinstance(value, str):
        # Python escapes the same characters as ECMAScript when it may keep all others.
        return encode_basestring(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return write_number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value) if "".join(value).isascii() else sorted(value, key=utf16)
    return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"


def read_integer(digits):
    """Return a JSON integer; beyond 2^53 as the double that ECMAScript would make of it."""
    value = int(digits)
    return value if abs(value) <= 2**53 else float(value)


def read_constant(name):
    """Refuse NaN and Infinity, which Python would take for JSON."""
    raise ValueError(f"{name} is not JSON")


def parse_json(text):
    """Return the value of a JSON text, or raise ValueError."""
    try:
        return json.loads(text, parse_int=read_integer, parse_constant=read_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def parse_canonical(data, place):
    """Return the value of bytes that are canonical JSON, or raise Invalid.

    Writing the value again and comparing refuses duplicate members, spaces and other spellings at once,
    and half a surrogate pair, too: UTF-8 can only have it as an escape, which is not written again.
    """
    try:
        text = data.decode("utf-8")
        value = parse_json(text)
        same = canonical(value) == text
    except (ValueError, RecursionError) as error:
        raise Invalid(f"not canonical JSON: {error}", place) from None
    require(same, "not canonical JSON", place)
    return value


def parse_base64(text, place):
    """Return the bytes of a Base64 text that is the one text for its bytes, or raise Invalid."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Invalid("not Base64", place) from None
    require(base64.b64encode(data).decode() == text, "not the one Base64 text for these bytes", place)
    return data


# ---------------------------------------------------------------------------------------------------
# Shapes: which members an object has, and of which kind (section "The payload")
# ---------------------------------------------------------------------------------------------------


def is_text(value):
    return isinstance(value, str)


def is_flag(value):
    return isinstance(value, bool)


def is_count(value):
    """Tell whether a value is a whole number that is not negative (and exact in ECMAScript)."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def is_digest(value):
    return is_text(value) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def is_digest_or_null(value):
    return value is None or is_digest(value)


def is_object(value):
    return isinstance(value, dict)


def is_anything(_):
    return True


def is_texts(value):
    return isinstance(value, list) and all(map(is_text, value))


def list_of(shape):
    """Return a test for lists whose items all have the shape."""
    return lambda value: isinstance(value, list) and all(has_shape(item, shape) for item in value)


def has_shape(value, shape):
    """Tell whether an object has exactly the members of a shape, each passing its test."""
    if not isinstance(value, dict) or value.keys() != shape.keys():
        return False
    return all(has_shape(value[k], t) if isinstance(t, dict) else t(value[k]) for k, t in shape.items())


def is_time(value):
    """Tell whether a value is a time such as 2026-11-27T08:00:00.000Z."""
    if not is_text(value) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z", value):
        return False
    try:
        datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    return True


PARTY = {"uri": is_text, "id": is_text, "source": is_text}
CLAIMED_ACTION = {"action": is_text, "on": is_text,
                  "value": lambda v: v in ("always", "conditional", "never")}
CLAIM = {"kind": lambda v: v in ("reaches", "not-reaches"), "identity": PARTY, "resource": PARTY,
         "actions": list_of(CLAIMED_ACTION), "made_at": is_time}
MANIFEST = {"position": is_count, "snapshot": is_count, "source": is_text, "account": is_text,
            "cloud": is_text, "taken_at": is_text, "facts_root": is_digest, "facts_count": is_count,
            "bundle_sha256": is_digest_or_null, "release": is_text, "catalogue_sha256": is_digest,
            "estate": is_digest, "previous": is_digest_or_null, "manifest": is_digest}
ENTITY = {"uri": is_text, "type": is_text, "name": is_text, "account": is_text, "identity": is_flag,
          "resource": is_flag, "attributes": is_object}
BODY = {"entities": list_of(ENTITY),
        "in": list_of({"kind": is_text, "id": is_text, "detail": is_anything}),
        "held": list_of({"kind": is_text, "id": is_text, "name": is_text, "document": is_digest})}
FACT = {"source": is_text, "key": is_text, "body": BODY, "index": is_count,
        "path": lambda v: isinstance(v, list) and all(map(is_digest, v))}
PAYLOAD = {"format": is_text, "claim": is_object, "sources": lambda v: isinstance(v, list),
           "documents": is_object, "facts": is_object, "steps": lambda v: isinstance(v, list),
           "assumes": list_of({"id": is_text, "words": is_text})}
ENVELOPE = {"payload": is_text, "payloadType": is_text,
            "signatures": list_of({"keyid": is_digest, "sig": is_text})}
STEP = {"id": is_text, "rule": is_text, "from": is_texts, "says": is_anything}


# ---------------------------------------------------------------------------------------------------
# The signature (section "Texts and digests"; Ed25519 of RFC 8032, section 5.1)
# ---------------------------------------------------------------------------------------------------

PAYLOAD_TYPE = "application/vnd.cam.proof+json"
# The DER of every Ed25519 SubjectPublicKeyInfo begins so; the 32 bytes of the key follow (RFC 8410).
SPKI_PREFIX = bytes.fromhex("302a300506032b6570032100")

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)


def decode_point(data):
    """Return the curve point (X, Y, Z, T) that 32 bytes stand for, or None (RFC 8032, 5.1.3)."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= FIELD:
        return None
    u, v = (y * y - 1) % FIELD, (CURVE_D * y * y + 1) % FIELD
    x = u * pow(v, 3, FIELD) * pow(u * pow(v, 7, FIELD), (FIELD - 5) // 8, FIELD) % FIELD
    if (v * x * x - u) % FIELD:
        x = x * ROOT_OF_MINUS_ONE % FIELD
    if (v * x * x - u) % FIELD or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def add_points(p, q):
    """Return the sum of two points in extended coordinates (RFC 8032, 5.1.4)."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * CURVE_D * p[3] * q[3], 2 * p[2] * q[2]
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def multiply_point(factor, point):
    """Return a multiple of a point. Nothing is secret here, so the time may depend on the factor."""
    total = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = add_points(total, point)
        point = add_points(point, point)
        factor >>= 1
    return total


BASE_POINT = decode_point((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))


def verify_ed25519(public_key, message, signature):
    """Tell whether 64 bytes are the signature of a message under a public key of 32 bytes (5.1.7)."""
    key, commitment = decode_point(public_key), decode_point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or key is None or commitment is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little")
    left = multiply_point(scalar, BASE_POINT)
    right = add_points(commitment, multiply_point(challenge % ORDER, key))
    return all((left[i] * right[2] - right[i] * left[2]) % FIELD == 0 for i in (0, 1))


def read_keys(path):
    """Return the public keys (32 bytes each) of a key file by the digest of their DER.

    The file may also be the answer of an installation, which tells more about each key.
    """
    content, keys = parse_json(read_bytes(path).decode("utf-8")), {}
    listed = content.get("keys") if isinstance(content, dict) else None
    named = [{name: key.get(name) for name in ("keyid", "public_key")} for key in listed or [] if isinstance(key, dict)]
    if not named or not has_shape({"keys": named}, {"keys": list_of({"keyid": is_digest, "public_key": is_text})}):
        raise ValueError(f"{path}: not a list of keys")
    content = {"keys": named}
    for entry in content["keys"]:
        der = base64.b64decode(entry["public_key"], validate=True)
        keyid = hashlib.sha256(der).hexdigest()
        if len(der) != 44 or not der.startswith(SPKI_PREFIX) or entry["keyid"] != keyid:
            raise ValueError(f"{path}: an entry is not an Ed25519 key with its digest")
        keys[keyid] = der[len(SPKI_PREFIX):]
    return keys


def open_envelope(data):
    """Return (payload bytes, keyid, signature bytes) of a file, or raise Invalid."""
    envelope = parse_canonical(data, "file")
    require(has_shape(envelope, ENVELOPE), "not an envelope with the listed members", "file")
    require(envelope["payloadType"] == PAYLOAD_TYPE, "another type of payload", "file",
            PAYLOAD_TYPE, envelope["payloadType"])
    require(len(envelope["signatures"]) == 1, "not exactly one signature", "file", 1,
            len(envelope["signatures"]))
    signature = parse_base64(envelope["signatures"][0]["sig"], "file")
    require(len(signature) == 64, "a signature has 64 bytes", "file", 64, len(signature))
    return parse_base64(envelope["payload"], "file"), envelope["signatures"][0]["keyid"], signature


def signature_is_valid(payload, keyid, signature, keys):
    """Tell whether one of the keys, the one that keyid names, signed the payload."""
    message = f"DSSEv1 {len(PAYLOAD_TYPE)} {PAYLOAD_TYPE} {len(payload)} ".encode() + payload
    return keyid in keys and verify_ed25519(keys[keyid], message, signature)


# ---------------------------------------------------------------------------------------------------
# The payload: manifests, documents and facts
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """A fact, with the manifest of its source."""

    id: str
    key: str
    body: dict
    index: int
    manifest: dict

    @property
    def place(self):
        """What tells this fact from all others, whatever id it has in the proof."""
        return self.manifest["source"], self.key


def read_manifests(manifests):
    """Return the manifests by their source, or raise Invalid."""
    sources, chain = {}, {}
    for number, manifest in enumerate(manifests):
        place = f"sources/{number}"
        require(has_shape(manifest, MANIFEST), "not a manifest with the listed members", place)
        place = f"sources/{manifest['source']}"
        require(manifest["source"] not in sources, "the source is there twice", place)
        told = {name: value for name, value in manifest.items() if name != "manifest"}
        digest = sha256(canonical({**told, "format": "cam-manifest/1"}))
        require(digest == manifest["manifest"], "the digest of the manifest is another", place,
                digest, manifest["manifest"])
        require(manifest["position"] not in chain, "two manifests have one position", place)
        sources[manifest["source"]] = chain[manifest["position"]] = manifest
    for position, manifest in chain.items():
        # "previous is the manifest before it": what is not in the proof cannot be compared.
        before = chain.get(position - 1)
        require(before is None or before["manifest"] == manifest["previous"], "another manifest is before it",
                f"sources/{manifest['source']}", before and before["manifest"], manifest["previous"])
    return sources


def read_documents(documents):
    """Check that each text of a policy is there under its digest."""
    for digest, text in documents.items():
        place = f"documents/{digest}"
        require(is_text(text), "a document is a text", place)
        require(sha256(text) == digest, "the digest of the document is another", place, sha256(text), digest)


def merkle_root(fact):
    """Return the root to which a fact leads, or raise Invalid if its path does not fit its place."""
    width, index, path = fact["count"], fact["index"], list(fact["path"])
    require(index < width, "the index is beyond the last leaf", None, width, index)
    top = hashlib.sha256(b"\0" + canonical([fact["key"], fact["body"]]).encode()).digest()
    while width > 1:
        if index % 2 or index + 1 < width:  # otherwise the last node has no neighbour and moves up
            require(path, "the path is too short")
            neighbour = bytes.fromhex(path.pop(0))
            pair = neighbour + top if index % 2 else top + neighbour
            top = hashlib.sha256(b"\1" + pair).digest()
        width, index = (width + 1) // 2, index // 2
    require(not path, "the path is too long")
    return hashlib.sha256(b"\2" + fact["count"].to_bytes(8, "big") + top).hexdigest()


def check_body(body):
    """Check that the lists of a body are sorted as the page says."""
    orders = {"entities": ["uri"], "in": ["kind", "id"], "held": ["kind", "id"]}
    for name, members in orders.items():
        keys = [[utf16(item[member]) for member in members] for item in body[name]]
        require(keys == sorted(keys), f"{name} is not sorted")


def read_fact(identifier, raw, sources):
    """Return one fact after checking its shape, its order and its way to the root."""
    require(has_shape(raw, FACT), "not a fact with the listed members")
    require(raw["source"] in sources, "the source is not among the sources", None, None, raw["source"])
    manifest = sources[raw["source"]]
    check_body(raw["body"])
    root = merkle_root({**raw, "count": manifest["facts_count"]})
    require(root == manifest["facts_root"], "the fact does not lead to the root of its source", None,
            manifest["facts_root"], root)
    return Fact(identifier, raw["key"], raw["body"], raw["index"], manifest)


def read_facts(raw_facts, sources):
    """Return the facts by id. Leaves of a source are sorted by key, so given ones must be, too."""
    facts = {}
    for identifier, raw in raw_facts.items():
        try:
            facts[identifier] = read_fact(identifier, raw, sources)
        except Invalid as fault:
            fault.place = f"facts/{identifier}"
            raise
    ordered = sorted(facts.values(), key=lambda fact: (fact.manifest["source"], fact.index))
    for one, next_one in zip(ordered, ordered[1:]):
        if one.manifest is next_one.manifest:
            in_order = one.index < next_one.index and utf16(one.key) < utf16(next_one.key)
            require(in_order, "leaves are not sorted by key, each once", f"facts/{next_one.id}")
    return facts


# ---------------------------------------------------------------------------------------------------
# Access: values and patterns
# ---------------------------------------------------------------------------------------------------

NO, UNKNOWN, YES = 0, 1, 2
VALUE_WORDS = {NO: "no", UNKNOWN: "unknown", YES: "yes"}


def negate(value):
    """Exchange no and yes."""
    return YES - value


# A pattern is a list of characters and of these wildcards. A request's ARN is such a list, too: it has
# wildcards only if it is a form. OPEN_RUN stands for the value of an unknown variable.
ANY_RUN, ONE_CHARACTER, OPEN_RUN = "any run", "one character", "open run"
RUNS = (ANY_RUN, OPEN_RUN)


def covers(pattern, subject):
    """Tell whether a pattern matches all that a subject stands for.

    A run of the subject is taken by a run of the pattern only; "?" takes a character or "?".
    """
    at, back, resume = 0, None, 0
    position = 0
    while position < len(subject):
        wanted, given = (pattern[at] if at < len(pattern) else None), subject[position]
        if wanted in RUNS:
            at, back, resume = at + 1, at + 1, position
        elif wanted is not None and given not in RUNS and wanted in (given, ONE_CHARACTER):
            at, position = at + 1, position + 1
        elif back is not None:
            resume += 1
            at, position = back, resume
        else:
            return False
    return all(token in RUNS for token in pattern[at:])


def meets(pattern, subject):
    """Tell whether some text is matched by a pattern and is one of those that a subject stands for."""
    seen, todo = set(), [(0, 0)]
    while todo:
        at, position = todo.pop()
        if (at, position) in seen:
            continue
        seen.add((at, position))
        if at == len(pattern) and position == len(subject):
            return True
        wanted = pattern[at] if at < len(pattern) else None
        given = subject[position] if position < len(subject) else None
        if wanted in RUNS or given in RUNS:
            if wanted in RUNS or wanted is not None:
                todo.append((at + 1, position))
            if given in RUNS or given is not None:
                todo.append((at, position + 1))
        elif None not in (wanted, given) and (wanted == given or ONE_CHARACTER in (wanted, given)):
            todo.append((at + 1, position + 1))
    return False


def match(pattern, subject):
    """Return how far a pattern matches a subject: yes if all of it, no if nothing of it."""
    if covers(pattern, subject):
        value = YES
    elif any(token in RUNS or token == ONE_CHARACTER for token in subject):
        value = UNKNOWN if meets(pattern, subject) else NO
    else:
        value = NO
    return min(value, UNKNOWN) if OPEN_RUN in pattern else value


def split_at_colons(tokens, limit):
    """Split a list of characters and wildcards at colons into at most `limit` parts."""
    parts = [[]]
    for token in tokens:
        if token == ":" and len(parts) < limit:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def match_arn(pattern, subject):
    """Return how far an ARN pattern matches an ARN (paragraph "Patterns")."""
    if pattern == [ANY_RUN]:
        return YES
    parts = split_at_colons(pattern, 6)
    # Reading: a pattern that ends in an unknown variable may be longer than it looks, as one with "*".
    if len(parts) < 6 and parts[-1][-1:] not in ([ANY_RUN], [OPEN_RUN]):
        return NO
    subject_parts = split_at_colons(subject, len(parts))
    if len(subject_parts) != len(parts):
        return NO
    return min(match(part, other) for part, other in zip(parts, subject_parts))


def wildcards(text):
    """Return a text as a pattern."""
    return [{"*": ANY_RUN, "?": ONE_CHARACTER}.get(character, character) for character in text]


def texts_of(value):
    """Return the texts of an element: it is a text or a list, and members of other kinds are ignored."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]


# ---------------------------------------------------------------------------------------------------
# Access: requests, keys and variables
# ---------------------------------------------------------------------------------------------------


@dataclass
class Principal:
    """What a step `principal` knows; policies are pairs of an id and a document."""

    fact: Fact
    entity: dict
    account: str
    groups: list
    policies: list
    boundary: tuple = None

    @property
    def is_role(self):
        return self.entity["type"] == "ROLE"


@dataclass
class Organization:
    """What a step `organization` knows; a level is a list of pairs of an id and a document."""

    account: str
    name: str = None
    path: str = None
    scps: list = field(default_factory=list)
    rcps: list = field(default_factory=list)


@dataclass
class Resource:
    """What a step `resource` knows."""

    fact: Fact
    entity: dict
    account: str
    policies: list


def tags_of(entity):
    """Return the tags of an entity, with their names in lower case."""
    tags = {}
    for name, value in entity["attributes"].items():
        if name.startswith("tag.") and isinstance(value, str):
            tags.setdefault(name[len("tag."):].lower(), []).append(value)
    return tags


def keys_of_principal(principal, organization):
    """Return the known keys of a principal: lower-case names with lists of values (empty: absent)."""
    key, account = principal.fact.key, principal.account
    known = {
        "aws:principaltype": ["AssumedRole" if principal.is_role else "User"],
        "aws:username": [] if principal.is_role else [key.rsplit("/", 1)[-1]],
        "aws:principalisawsservice": ["false"],
        "aws:principalarn": [key],
    }
    known.update(dict.fromkeys(["aws:principalaccount", "kms:calleraccount", "aws:sourceowner"], [account]))
    known.update(dict.fromkeys(["aws:principalservicename", "aws:principalservicenameslist", "aws:sourceaccount",
                                "aws:sourcearn", "aws:sourceorgid", "aws:sourceorgpaths"], []))
    if isinstance(principal.entity["attributes"].get("userid"), str):
        known["aws:userid"] = [principal.entity["attributes"]["userid"]]
    for name, values in tags_of(principal.entity).items():
        known["aws:principaltag/" + name] = values
    if organization.name is not None:
        known["aws:principalorgid"] = [organization.name]
        known["aws:principalorgpaths"] = [organization.path]
    return known


TAG_PREFIXES = tuple(service + ":resourcetag/" for service in ("aws", "iam", "ec2", "ssm", "secretsmanager"))


def keys_of_resource(resource, organization):
    """Return the known keys of a resource, like keys_of_principal."""
    arn = resource.fact.key
    _, partition, service, region = arn.split(":", 5)[:4]
    known = dict.fromkeys(["aws:resourceaccount", "s3:resourceaccount"], [resource.account])
    if service == "iam":
        region = "us-east-1" if partition == "aws" and not arn.endswith(":root") else ""
    if region and "*" not in region:
        known["aws:requestedregion"] = [region]
    if isinstance(resource.entity["attributes"].get("urlauth"), str):
        known["lambda:functionurlauthtype"] = [resource.entity["attributes"]["urlauth"]]
    for name, values in tags_of(resource.entity).items():
        known.update(dict.fromkeys([prefix + name for prefix in TAG_PREFIXES], values))
    if organization.name is not None:
        known["aws:resourceorgid"] = [organization.name]
        known["aws:resourceorgpaths"] = [organization.path]
    return known


class Request:
    """A principal, an action, an ARN (or a form, as a list of characters and wildcards) and keys."""

    def __init__(self, principal, principal_organization, resource, resource_organization, action, made_at):
        self.principal, self.resource, self.action, self.made_at = principal, resource, action, made_at
        self.service = action.partition(":")[0].lower()
        self.principal_organization = principal_organization
        self.resource_organization = resource_organization
        self.known = {**keys_of_principal(principal, principal_organization),
                      **keys_of_resource(resource, resource_organization)}
        self.on = []

    def values(self, key):
        """Return the list of values of a key (empty if absent), or None if it is unknown."""
        key = key.lower()
        if key in self.known:
            return self.known[key]
        if key.startswith(TAG_PREFIXES):
            entity = self.resource.entity
            return [] if tags_of(entity) or entity["type"] in ("USER", "ROLE", "POLICY") else None
        if key.startswith("aws:principaltag/") and not self.principal.is_role:
            return []
        return None


VARIABLE = re.compile(r"\$\{(?:([*?$])|([^},]+?)\s*(?:,\s*'([^']*)'\s*)?)\}")


def expand(text, request):
    """Return (pattern, unknown keys) of a text with variables; the pattern is None if it matches nothing."""
    pattern, unknown, end = [], set(), 0
    for variable in VARIABLE.finditer(text):
        pattern += wildcards(text[end:variable.start()])
        end = variable.end()
        character, key, default = variable.groups()
        if character:
            pattern.append(character)
            continue
        values = request.values(key.strip())
        if values is None:
            pattern.append(OPEN_RUN)
            unknown.add(key.strip().lower())
        elif len(values) == 1 or (not values and default is not None):
            pattern += list(values[0] if values else default)
        else:
            return None, set()
    return pattern + wildcards(text[end:]), unknown


# ---------------------------------------------------------------------------------------------------
# Access: conditions
# ---------------------------------------------------------------------------------------------------


def to_number(text):
    """Return the number of a text, or None."""
    return float(text) if re.fullmatch(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?", text, re.ASCII) else None


def to_time(text):
    """Return the seconds since 1970 of a time in ISO 8601 or in seconds, or None.

    Reading: a time without a zone is UTC.
    """
    if re.fullmatch(r"\d+(\.\d+)?", text, re.ASCII):
        return float(text)
    try:
        time = datetime.datetime.fromisoformat(re.sub("Z$", "+00:00", text))
    except ValueError:
        return None
    return (time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)).timestamp()


def ip_in_range(value, limit):
    """Tell whether an address is in a range; what is no address or range is in nothing."""
    try:
        return ipaddress.ip_address(value) in ipaddress.ip_network(limit, strict=False)
    except ValueError:
        return False


def compared(read, compare):
    """Return a comparison of two texts that are read first; what cannot be read equals nothing."""
    def test(value, limit):
        value, limit = read(value), read(limit)
        return value is not None and limit is not None and compare(value, limit)
    return test


ORDERINGS = {"equals": lambda a, b: a == b, "lessthan": lambda a, b: a < b, "lessthanequals": lambda a, b: a <= b,
             "greaterthan": lambda a, b: a > b, "greaterthanequals": lambda a, b: a >= b}
# The tests compare a value of the request with a text of the policy. Those that use variables get a pattern.
PLAIN_TESTS = {"binaryequals": lambda value, text: value == text, "ipaddress": ip_in_range,
               **{"numeric" + name: compared(to_number, test) for name, test in ORDERINGS.items()},
               **{"date" + name: compared(to_time, test) for name, test in ORDERINGS.items()}}
PATTERN_OPERATORS = {"stringequals", "stringequalsignorecase", "stringlike", "bool", "arnequals", "arnlike"}
NEGATED = {"stringnotequals": "stringequals", "stringnotequalsignorecase": "stringequalsignorecase",
           "stringnotlike": "stringlike", "numericnotequals": "numericequals", "datenotequals": "dateequals",
           "notipaddress": "ipaddress", "arnnotequals": "arnequals", "arnnotlike": "arnlike"}


def lowered(tokens):
    """Return a pattern without regard to case. Wildcards have names in lower case, so they stay."""
    return [token.lower() for token in tokens]


def match_text(operator, value, text, request, variables):
    """Return (value, unknown keys): how far a text of a policy matches a value of the request."""
    if operator in PLAIN_TESTS:
        return (YES if PLAIN_TESTS[operator](value, text) else NO), set()
    pattern, unknown = expand(text, request) if variables else (wildcards(text), set())
    if pattern is None:
        return NO, set()
    characters = list(value)
    if unknown:
        possible = covers(lowered(pattern), lowered(characters))
        return (UNKNOWN if possible else NO), (unknown if possible else set())
    if operator in ("arnequals", "arnlike"):
        return match_arn(pattern, characters), set()
    if operator == "stringlike":
        return match(pattern, characters), set()
    # The others know no wildcards, so those of the pattern are characters again.
    pattern = [{ANY_RUN: "*", ONE_CHARACTER: "?"}.get(token, token) for token in pattern]
    if operator != "stringequals":
        pattern, characters = lowered(pattern), lowered(characters)
    return (YES if pattern == characters else NO), set()


TIME_KEYS = ("aws:currenttime", "aws:epochtime", "aws:tokenissuetime")


def time_condition(operator, may_lack, key, texts, request):
    """Return the value of a date operator on the time of the request (paragraph "Conditions", Time)."""
    midnight = datetime.datetime.strptime(request.made_at[:10] + "+0000", "%Y-%m-%d%z")
    earliest = midnight.timestamp() - 2 * 24 * 60 * 60
    times = [to_time(text) for text in texts]
    if not times or any(time is None or time >= earliest for time in times):
        return UNKNOWN
    later = operator.startswith("dategreater") or operator in NEGATED
    if key == "aws:tokenissuetime":
        return UNKNOWN if later or may_lack else NO
    return YES if later else NO


def key_condition(operator, key, texts, request, variables):
    """Return (value, unknown keys) of one key under one operator."""
    name = operator.lower()
    prefix, _, name = name.rpartition(":")
    if_exists = name.endswith("ifexists")
    name = name.removesuffix("ifexists")
    values = request.values(key)
    unknown = {key.lower()} if values is None else set()
    basic = NEGATED.get(name, name)
    if name == "null" and not prefix and not if_exists:
        wanted = [text.lower() for text in texts]
        return (UNKNOWN, unknown) if values is None else (YES if ("false" if values else "true") in wanted else NO,
                                                          set())
    if prefix not in ("", "forallvalues", "foranyvalue") or not (basic in PLAIN_TESTS or basic in PATTERN_OPERATORS):
        return UNKNOWN, unknown
    if values is None:
        is_date = basic.startswith("date") and key.lower() in TIME_KEYS
        may_lack = if_exists or prefix == "forallvalues"
        value = time_condition(name, may_lack, key.lower(), texts, request) if is_date else UNKNOWN
        return value, unknown
    if not values:
        passes = if_exists or prefix == "forallvalues" or (name in NEGATED and not prefix)
        return (YES if passes else NO), set()
    results = []
    for value in values:
        matches = [match_text(basic, value, text, request, variables) for text in texts]
        result = max((one for one, _ in matches), default=NO)
        results.append(negate(result) if name in NEGATED else result)
        unknown.update(*(keys for _, keys in matches))
    return (max if prefix == "foranyvalue" else min)(results), unknown


def condition(block, request, variables):
    """Return (value, unknown keys) of a Condition: all of its operators and keys must hold."""
    if not isinstance(block, dict) or not all(isinstance(keys, dict) for keys in block.values()):
        return UNKNOWN, set()
    if not all(isinstance(value, (str, int, float)) for keys in block.values() for listed in keys.values()
               for value in (listed if isinstance(listed, list) else [listed])):
        return UNKNOWN, set()
    return all_of([key_condition(operator, key, values_of(listed), request, variables)
                   for operator, keys in block.items() for key, listed in keys.items()])


def values_of(listed):
    """Return the values of a condition as texts: numbers and truth values count as canonical JSON writes them."""
    return [value if isinstance(value, str) else canonical(value) for value in (listed if isinstance(listed, list) else [listed])]


def all_of(results):
    """Return the least of values, each with its unknown keys; only unknown values give theirs."""
    keys = [keys for value, keys in results if value == UNKNOWN]
    return min((value for value, _ in results), default=YES), set().union(*keys)


# ---------------------------------------------------------------------------------------------------
# Access: statements
# ---------------------------------------------------------------------------------------------------

ITSELF, ROLE, ACCOUNT = "itself", "role", "account"
SESSION = "the name of the session"


def statements_of(document):
    """Return the list of (index, statement) of a document that say something."""
    statements = document.get("Statement")
    statements = statements if isinstance(statements, list) else [statements]
    return [(index, statement) for index, statement in enumerate(statements)
            if isinstance(statement, dict) and statement.get("Effect") in ("Allow", "Deny")]


def uses_variables(document):
    return document.get("Version") == "2012-10-17"


def match_action(pattern, action):
    """Tell whether a pattern of Action or NotAction matches an action."""
    if pattern == "*":
        return True
    service, colon, operation = pattern.lower().partition(":")
    wanted_service, _, wanted_operation = action.lower().partition(":")
    return bool(colon) and (covers(wildcards(service), list(wanted_service))
                            and covers(wildcards(operation), list(wanted_operation)))


def action_element(statement, request):
    """Return (value, unknown keys) of Action and NotAction. Without both, no action is meant."""
    if "Action" not in statement and "NotAction" not in statement:
        return NO, set()
    hit, spared = (any(match_action(pattern, request.action) for pattern in texts_of(statement.get(name)))
                   for name in ("Action", "NotAction"))
    return (YES if (hit or "Action" not in statement) and not spared else NO), set()


def match_resource(text, request, variables):
    """Return (value, unknown keys) of one pattern of Resource or NotResource."""
    pattern, unknown = expand(text, request) if variables else (wildcards(text), set())
    value = NO if pattern is None else match_arn(pattern, request.on)
    return value, unknown


def resource_element(statement, request, variables):
    """Return (value, unknown keys) of Resource and NotResource."""
    results = []
    for name in ("Resource", "NotResource"):
        if name in statement:
            matches = [match_resource(text, request, variables) for text in texts_of(statement[name])]
            value = max((one for one, _ in matches), default=NO)
            keys = set().union(*(keys for one, keys in matches if one == UNKNOWN))
            results.append((value if name == "Resource" else negate(value), keys))
    return all_of(results)


def aws_names(element):
    """Return the names of a Principal or NotPrincipal that can hit users and roles."""
    return texts_of(element.get("AWS", []) if isinstance(element, dict) else element)


def hits(element, principal):
    """Return by naming how far the names of a Principal or NotPrincipal hit a principal."""
    key, account = principal.fact.key, principal.account
    session = ""
    if principal.is_role:
        session = f"arn:{key.split(':')[1]}:sts::{account}:assumed-role/{key.rsplit('/', 1)[-1]}/"
    values = {ITSELF: NO, ROLE: NO, ACCOUNT: NO}
    for name in aws_names(element):
        if name == "*":
            values[ITSELF] = YES
        elif name == key:
            values[ROLE if principal.is_role else ITSELF] = YES
        elif session and name.startswith(session) and name != session:
            values[ITSELF] = max(values[ITSELF], UNKNOWN)
        elif name == account or (name.startswith("arn:") and name.endswith(f":iam::{account}:root")):
            values[ACCOUNT] = YES
    return values


def principal_element(statement, request, naming):
    """Return (value, unknown keys) of Principal and NotPrincipal for one naming of the principal."""
    principal, results, by_session = request.principal, [], False
    if "Principal" in statement:
        values = hits(statement["Principal"], principal)
        by_session = values[ITSELF] == UNKNOWN
        results.append(values[naming])
    if "NotPrincipal" in statement:
        values = hits(statement["NotPrincipal"], principal)
        by_session = by_session or values[ITSELF] == UNKNOWN
        exempt = max(values[ITSELF], values[ROLE]) if principal.is_role else values[ITSELF]
        if naming != ITSELF:
            results.append(NO)
        elif statement["Effect"] == "Allow":
            results.append(negate(max(values.values())))
        elif principal.boundary is not None or exempt == NO:
            results.append(YES)
        else:
            results.append(UNKNOWN if values[ACCOUNT] == NO else negate(exempt))
    value = min(results, default=NO)
    # Reading: the name of the session is open where a name of a session is what makes the value unknown.
    return value, {SESSION} if value == UNKNOWN and by_session else set()


def applies(statement, request, variables, naming):
    """Return (value, unknown keys): how far a statement applies. `naming` is None but for resource layers."""
    results = [action_element(statement, request)]
    if naming is not None:
        results.append(principal_element(statement, request, naming))
    if min(results)[0] == NO:
        return NO, set()
    results.append(resource_element(statement, request, variables))
    if "Condition" in statement:
        results.append(condition(statement["Condition"], request, variables))
    return all_of(results)


# ---------------------------------------------------------------------------------------------------
# Access: layers and decisions
# ---------------------------------------------------------------------------------------------------

RCP_SERVICES = ("s3", "sts", "kms", "sqs", "secretsmanager", "ecr", "aoss", "cognito-idp", "cognito-identity",
                "logs", "dynamodb")


@dataclass
class Layer:
    """A layer of policies: how far it allows and denies, by which statements, and what is open."""

    name: str
    allow: int
    deny: int
    by: list
    open: set

    def told(self):
        return {"layer": self.name, "allow": VALUE_WORDS[self.allow], "deny": VALUE_WORDS[self.deny], "by": self.by}


def judge_layer(name, policies, request, naming=None):
    """Return the layer that some policies make for a request."""
    layer = Layer(name, NO, NO, [], set())
    for policy, document in policies:
        for index, statement in statements_of(document):
            value, unknown = applies(statement, request, uses_variables(document), naming)
            if value == NO:
                continue
            layer.by.append({"policy": policy, "statement": index, "effect": statement["Effect"],
                             "holds": VALUE_WORDS[value]})
            if statement["Effect"] == "Allow":
                layer.allow = max(layer.allow, value)
            else:
                layer.deny = max(layer.deny, value)
            if value == UNKNOWN:
                layer.open |= unknown
    return layer


def judge_layers(request):
    """Return all layers of a request in the order of the page (paragraph "Layers")."""
    principal = request.principal
    layers = [judge_layer("identity", principal.policies, request)]
    if principal.boundary is not None:
        layers.append(judge_layer("boundary", [principal.boundary], request))
    if not (principal.is_role and ":role/aws-service-role/" in principal.fact.key):
        levels = request.principal_organization.scps
        layers += [judge_layer(f"scp:{n}", level, request) for n, level in enumerate(levels, 1)]
        levels = request.resource_organization.rcps if request.service in RCP_SERVICES else []
        layers += [judge_layer(f"rcp:{n}", level, request) for n, level in enumerate(levels, 1)]
    for naming in (ITSELF, ROLE, ACCOUNT):
        layer = judge_layer(f"resource:{naming}", request.resource.policies, request, naming)
        layers += [layer] if layer.by else []
    return layers


def granted(request, allow):
    """Return how far identity, boundary and resource policies grant a request (paragraph "Decision")."""
    arn = request.resource.fact.key
    identity, boundary = allow["identity"], allow.get("boundary", YES)
    itself, role, account = (allow.get(f"resource:{naming}", NO) for naming in (ITSELF, ROLE, ACCOUNT))
    if request.principal.account != request.resource.account:
        if request.resource.entity["attributes"].get("restrictpublicbuckets") in (True, "true"):
            raise NotCheckable("the bucket restricts public access across accounts")
        return min(identity, boundary, max(itself, role, account))
    key_or_role = (request.service == "kms" and ":key/" in arn
                   or request.service == "sts" and re.search(r":iam::[^:]*:role/", arn))
    own = min(identity, account) if key_or_role else identity
    return max(itself, min(boundary, max(role, own)))


@dataclass
class Decision:
    """The decision on a request, its layers and what is open, in the words of the page."""

    decision: str
    layers: list
    open: list
    refused_by: str

    @property
    def refused(self):
        return self.decision in ("denied", "not allowed")

    @property
    def value(self):
        return {"allowed": "always", "conditional": "conditional"}.get(self.decision)


def refusing_layer(layers):
    """Return the words for the layer that refuses a request."""
    for layer in layers:
        if layer.deny == YES:
            return f"denied by {layer.name}"
    for layer in layers:
        if layer.allow == NO and layer.name.startswith(("boundary", "scp:", "rcp:")):
            return f"not allowed by {layer.name}"
    return "not allowed by identity and resource policies"


def decide_form(request, on):
    """Return the decision on an ARN or a form, without taking it apart."""
    request.on = on
    layers = judge_layers(request)
    limits = [layer.allow for layer in layers if layer.name.startswith(("scp:", "rcp:"))]
    allowed = min([granted(request, {layer.name: layer.allow for layer in layers})] + limits)
    denied = max(layer.deny for layer in layers)
    if denied == YES:
        word = "denied"
    elif allowed == NO:
        word = "not allowed"
    else:
        word = "allowed" if allowed == YES and denied == NO else "conditional"
    unknown = set().union(*(layer.open for layer in layers)) if word == "conditional" else set()
    return Decision(word, [layer.told() for layer in layers], sorted(unknown, key=utf16), refusing_layer(layers))


def forms_of_statements(request, whole):
    """Return the forms of all Allow statements of identity and resource policies (paragraph "Patterns")."""
    forms, beginning = [], whole[:-1]
    request.on = whole
    for _, document in request.principal.policies + request.resource.policies:
        for _, statement in statements_of(document):
            if statement["Effect"] != "Allow":
                continue
            # Reading: a statement without Resource and NotResource has the one pattern "*".
            texts = texts_of(statement["Resource"]) if "Resource" in statement else []
            if "NotResource" in statement or "Resource" not in statement:
                forms.append(whole)
            for text in texts:
                pattern = expand(text, request)[0] if uses_variables(document) else wildcards(text)
                if pattern is not None and pattern[:len(beginning)] == beginning:
                    forms.append([ANY_RUN if token == OPEN_RUN else token for token in pattern])
                elif pattern is not None and match_arn(pattern, whole) != NO:
                    forms.append(whole)
    return forms


def decide(request, on):
    """Return the decision on an ARN; one that ends in "/*" is a form, and stands for every object."""
    if request.action.lower() in ("sts:getcalleridentity", "sts:getsessiontoken"):
        raise NotCheckable(f"{request.action} needs no permission")
    if not on.endswith("/*"):
        return decide_form(request, list(on))
    whole = list(on[:-1]) + [ANY_RUN]
    decision = decide_form(request, whole)
    if decision.decision != "conditional":
        return decision
    decisions = [decide_form(request, form) for form in forms_of_statements(request, whole)]
    return next((one for one in decisions if not one.refused), (decisions or [decision])[0])


# ---------------------------------------------------------------------------------------------------
# Google Cloud: expressions of conditions (section "Google Cloud", paragraph "Conditions")
# ---------------------------------------------------------------------------------------------------

CEL_TOKEN = re.compile(r"""[ \t\r\n]*(?:("(?:[^"\\\n]|\\["'\\nrt])*"|'(?:[^'\\\n]|\\["'\\nrt])*')|(\d+(?:\.\d+)?)(?![\w.])"""
                       r"""|([A-Za-z_]\w*)|(\|\||&&|[=!<>]=|[-+*/%<>!?:.,()\[\]]))""", re.ASCII)
CEL_LEVELS = (("||",), ("&&",), ("==", "!=", "<", "<=", ">", ">=", "in"), ("+", "-"), ("*", "/", "%"))
CEL_DEEPEST = 100
# Values are None (only the request decides) or pairs of a kind and a value; an open text is "open": its beginning.


def uncovered(words):
    """Refuse an expression that has something for which the page has no rule."""
    raise NotCheckable(f"a condition has {words}")


class Expression:
    """A parsed expression, as nested tuples: (kind, parts...)."""

    def __init__(self, text):
        self.tokens, position, text = [], 0, text.rstrip(" \t\r\n")
        while position < len(text):
            found = CEL_TOKEN.match(text, position)
            if not found:
                uncovered("a part that cannot be read")
            position = found.end()
            quoted, number, name, sign = found.groups()
            if quoted is not None:
                escapes = {"n": "\n", "r": "\r", "t": "\t"}
                self.tokens.append(("text", re.sub(r"\\(.)", lambda m: escapes.get(m[1], m[1]), quoted[1:-1])))
            elif number is not None:
                self.tokens.append(("number", number))
            else:
                self.tokens.append(("name", name) if name is not None else ("sign", sign))
        self.tokens.append(("end", ""))
        self.at = self.depth = 0
        self.root = self.choice()
        if self.tokens[self.at][0] != "end":
            uncovered("something where nothing may follow")

    def takes(self, sign):
        kind, value = self.tokens[self.at]
        fits = value == sign and (kind == "sign" or kind == "name" and sign == "in")
        self.at += fits
        return fits

    def must(self, sign):
        if not self.takes(sign):
            uncovered(f"no {sign} where one has to be")

    def deeper(self):
        self.depth += 1
        if self.depth > CEL_DEEPEST:
            uncovered("too deep a nesting")

    def choice(self):
        self.deeper()
        found = self.binary(0)
        if self.takes("?"):
            then = self.choice()
            self.must(":")
            found = ("choice", found, then, self.choice())
        self.depth -= 1
        return found

    def binary(self, level):
        if level == len(CEL_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while True:
            operator = next((sign for sign in CEL_LEVELS[level] if self.takes(sign)), None)
            if operator is None:
                return left
            left = ("binary", operator, left, self.binary(level + 1))

    def unary(self):
        self.deeper()
        kind = "not" if self.takes("!") else "minus" if self.takes("-") else None
        found = (kind, self.unary()) if kind else self.member()
        self.depth -= 1
        return found

    def member(self):
        found = self.primary()
        while True:
            if self.takes("["):
                key = self.choice()
                self.must("]")
                if found[0] != "path" or key[0] != "text":
                    uncovered("an index")
                found = ("path", f"{found[1]}.{key[1]}")
            elif self.takes("."):
                kind, value = self.tokens[self.at]
                if kind != "name":
                    uncovered("no name after a dot")
                self.at += 1
                if self.takes("("):
                    found = ("call", found, value, self.items(")"))
                elif found[0] == "path":
                    found = ("path", f"{found[1]}.{value}")
                else:
                    uncovered("a member of a value")
            else:
                return found

    def primary(self):
        kind, value = self.tokens[self.at]
        self.at += 1
        if kind == "text":
            return kind, value
        if kind == "number":
            return kind, float(value)
        if kind == "name":
            if value in ("true", "false"):
                return "flag", value == "true"
            if value in ("null", "in"):
                uncovered(value)
            return ("call", None, value, self.items(")")) if self.takes("(") else ("path", value)
        if value == "[" and kind == "sign":
            return "list", self.items("]")
        if value != "(" or kind != "sign":
            uncovered("something where a value has to be")
        inner = self.choice()
        self.must(")")
        return inner

    def items(self, end):
        items = []
        while not self.takes(end):
            if items:
                self.must(",")
            items.append(self.choice())
        return items


@dataclass
class KnownRequest:
    """What is known of a request: attributes of the resource, its tags, and the earliest time in milliseconds."""

    attributes: dict
    tags: object
    not_before: int


def cel_truth(value):
    if value is None:
        return UNKNOWN
    if value[0] != "truth":
        uncovered("a value that is neither true nor false")
    return value[1]


def cel_truth_of(flag):
    return "truth", YES if flag else NO


def cel_value(node, request):
    """Return the value of a node of an expression."""
    kind = node[0]
    if kind in ("text", "number"):
        return node
    if kind == "flag":
        return cel_truth_of(node[1])
    if kind == "list":
        return "list", [cel_value(item, request) for item in node[1]]
    if kind == "path":
        return request.attributes.get(node[1])
    if kind == "not":
        return "truth", negate(cel_truth(cel_value(node[1], request)))
    if kind == "minus":
        value = cel_value(node[1], request)
        if value is not None and value[0] != "number":
            uncovered("a minus before what is no number")
        return value and ("number", -value[1])
    if kind == "choice":
        test = cel_truth(cel_value(node[1], request))
        return None if test == UNKNOWN else cel_value(node[2 if test == YES else 3], request)
    return cel_binary(node, request) if kind == "binary" else cel_call(node, request)


def cel_binary(node, request):
    _, operator, left, right = node
    if operator in ("&&", "||"):
        first = cel_truth(cel_value(left, request))
        if first == (YES if operator == "||" else NO):
            return "truth", first
        second = cel_truth(cel_value(right, request))
        return "truth", (max if operator == "||" else min)(first, second)
    a, b = cel_value(left, request), cel_value(right, request)
    if a is None and left == ("path", "request.time"):
        return cel_later(operator, b, request)
    if b is None and right == ("path", "request.time"):
        return cel_later({"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator), a, request)
    if a is None or b is None:
        return None
    if operator == "in":
        if b[0] != "list":
            uncovered("`in` before what is no list")
        return "truth", max((UNKNOWN if item is None else cel_equal(a, item) for item in b[1]), default=NO)
    if operator in ("==", "!="):
        equal = cel_equal(a, b)
        return "truth", equal if operator == "==" else negate(equal)
    if operator not in ("<", "<=", ">", ">=") or a[0] != b[0] or a[0] not in ("number", "time"):
        uncovered(f"{operator} between these values")
    return cel_truth_of({"<": a[1] < b[1], "<=": a[1] <= b[1], ">": a[1] > b[1], ">=": a[1] >= b[1]}[operator])


def cel_later(operator, other, request):
    """Compare the time of the request with a fixed one: every request is later than a time in the past."""
    if other is None or other[0] != "time" or other[1] >= request.not_before:
        return None
    return cel_truth_of(True) if operator in (">", ">=", "!=") else cel_truth_of(False) if operator in ("<", "<=", "==") else None


def cel_equal(a, b):
    texts = ("text", "open")
    if a[0] in texts and b[0] in texts:
        if a[0] == b[0] == "open":
            return UNKNOWN if a[1].startswith(b[1]) or b[1].startswith(a[1]) else NO
        if a[0] == "open":
            return UNKNOWN if b[1].startswith(a[1]) else NO
        if b[0] == "open":
            return UNKNOWN if a[1].startswith(b[1]) else NO
        return YES if a[1] == b[1] else NO
    if a[0] == b[0] == "truth":
        return UNKNOWN if UNKNOWN in (a[1], b[1]) else YES if a[1] == b[1] else NO
    if a[0] == b[0] and a[0] in ("number", "time"):
        return YES if a[1] == b[1] else NO
    return uncovered("a comparison of values of different kinds")


def cel_call(node, request):
    _, on, name, args = node
    values = [cel_value(arg, request) for arg in args]
    texts = [value[1] if value is not None and value[0] == "text" else None for value in values]
    first = texts[0] if texts else None
    if on == ("path", "resource"):
        return cel_tags(name, texts, request.tags)
    if on is None:
        if not values or values[0] is None:
            return None
        if name != "timestamp" or first is None or len(values) != 1:
            uncovered(f"the function {name}")
        return "time", cel_time(first)
    target = cel_value(on, request)
    if target is None:
        return None
    if target[0] not in ("text", "open") or first is None or len(values) != 1 or name not in ("startsWith", "endsWith", "contains"):
        uncovered(f"the function {name}")
    given, is_open = target[1], target[0] == "open"
    if name == "startsWith":
        return "truth", YES if given.startswith(first) else UNKNOWN if is_open and first.startswith(given) else NO
    if name == "endsWith":
        return "truth", UNKNOWN if is_open else YES if given.endswith(first) else NO
    return "truth", YES if first in given else UNKNOWN if is_open else NO


def cel_time(text):
    """Return the milliseconds since 1970 of a time such as 2026-11-27T08:00:00Z."""
    found = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z", text, re.ASCII)
    try:
        time = datetime.datetime.strptime(found[1] + "+0000", "%Y-%m-%dT%H:%M:%S%z") if found else None
    except ValueError:
        time = None
    if time is None:
        uncovered("a time that cannot be read")
    return int(time.timestamp()) * 1000 + int((found[2] or "0").ljust(3, "0")[:3])


def cel_tags(name, texts, tags):
    """Decide about the tags of a resource."""
    takes_value, by_id = name.startswith("match"), name.endswith("Id")
    if name not in ("matchTag", "matchTagId", "hasTagKey", "hasTagKeyId") or len(texts) != 1 + takes_value or None in texts:
        uncovered(f"the function {name}")
    if tags is None:
        return None
    return cel_truth_of(any(tag["keyId" if by_id else "key"] == texts[0] and
                            (not takes_value or tag["valueId" if by_id else "value"] == texts[1]) for tag in tags))


# ---------------------------------------------------------------------------------------------------
# Google Cloud: members, roles and policies
# ---------------------------------------------------------------------------------------------------

MANAGER = "//cloudresourcemanager.googleapis.com/"
BOUNDARIES = "principal-access-boundaries"
IMPERSONATING = ("iam.serviceAccountKeys.create", "iam.serviceAccounts.getAccessToken",
                 "iam.serviceAccounts.signBlob", "iam.serviceAccounts.signJwt")
ACTS = {"ROLE": ("sts:AssumeRole",), "SERVICE_ACCOUNT": IMPERSONATING}


def texts_in(value):
    return [item for item in value if is_text(item)] if isinstance(value, list) else []


def google_member(text):
    """Return the one spelling of a member of a policy."""
    text = text.strip()
    if re.fullmatch(r"allusers|principalset://goog/public:all", text, re.I):
        return "allUsers"
    if re.fullmatch("allauthenticatedusers", text, re.I):
        return "allAuthenticatedUsers"
    for pattern, kind in ((r"principal://goog/subject/(.+)", "user:"), (r"principalSet://goog/group/(.+)", "group:"),
                          (r"principal://iam\.googleapis\.com/projects/[^/]+/serviceAccounts/(.+)", "serviceAccount:")):
        found = re.fullmatch(pattern, text, re.I)
        if found:
            return kind + found[1].lower()
    kind, _, name = text.partition(":")
    known = {"user": "user", "group": "group", "serviceaccount": "serviceAccount", "domain": "domain"}.get(kind.lower())
    return f"{known}:{name.lower()}" if known and name else text


def google_permission(text):
    """Return a permission as roles name it."""
    text = text.strip()
    found = re.fullmatch(r"([^/]+)\.googleapis\.com/(.+)", text)
    services = {"cloudresourcemanager": "resourcemanager", "sqladmin": "cloudsql", "bigtableadmin": "bigtable",
                "cloudbilling": "billing"}
    return f"{services.get(found[1], found[1])}.{found[2]}" if found else text


def google_condition(value):
    """Return the text of a condition, or None."""
    text = value.get("expression") if isinstance(value, dict) else value
    return (text.strip() or None) if is_text(text) else None


def covers_permission(patterns, permission):
    return any(re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), permission) for pattern in patterns)


def service_accounts_of(node):
    return f"principalSet://cloudresourcemanager.googleapis.com/{node}/type/ServiceAccount"


@dataclass
class GoogleIdentity:
    """What a step `gcp-principal` knows."""

    fact: Fact
    entity: dict
    member: str
    groups: list
    account_sets: object

    def at(self, manifest):
        """Return the identity as policies of a source see it."""
        return self if self.fact.manifest is manifest else GoogleIdentity(self.fact, self.entity, self.member, self.groups, None)

    def is_meant(self, member):
        """Decide whether a member means the identity; unknown where the page has no rule."""
        if member in (self.member, "allUsers", "allAuthenticatedUsers", *self.groups):
            return YES
        if re.fullmatch(r"principalSet://cloudresourcemanager\.googleapis\.com/.+/type/ServiceAccount", member):
            if not self.member.startswith("serviceAccount:"):
                return NO
            return UNKNOWN if self.account_sets is None else YES if member in self.account_sets else NO
        if member.startswith("domain:"):
            return YES if self.member.startswith("user:") and self.member.endswith("@" + member[7:]) else NO
        pool = (r"principal(Set)?://iam\.googleapis\.com/(projects/[^/]+/)?locations/global/"
                r"(workloadIdentityPools|workforcePools)/")
        return NO if re.match(r"(user|group|serviceAccount|deleted):", member) or re.match(pool, member) else UNKNOWN


@dataclass
class GoogleResource:
    """What a step `gcp-resource` knows: the resource and all nodes above it, each with (node, bindings, denies)."""

    fact: Fact
    entity: dict
    full_name: str
    asset_type: str
    tags: object
    nodes: list


@dataclass
class GooglePolicies:
    """The roles and boundaries of a source."""

    manifest: dict
    roles: dict
    boundaries: list


@dataclass
class GoogleDecision:
    """The decision on a permission."""

    decision: str
    by: list
    open: list
    undefined: list

    @property
    def value(self):
        return {"allowed": "always", "conditional": "conditional"}.get(self.decision)

    @property
    def refused(self):
        return self.value is None

    @property
    def refused_by(self):
        if self.decision == "not allowed":
            return "not allowed by any binding"
        denying = next(one for one in self.by if one["effect"] == "Deny" and one["holds"] == "yes")
        return f"denied by {denying['policy']}"


BASIC_ROLES = re.compile(r"project(Owner|Editor|Viewer):(.+)")


def is_one_of(members, identity, resource):
    """Tell whether one of the members of a policy means the identity."""
    truths = []
    for member in members:
        basic = BASIC_ROLES.fullmatch(member)
        meant = has_basic_role(basic, identity, resource) if basic else identity.is_meant(member)
        truths.append((member, meant))
    if any(truth == YES for _, truth in truths):
        return True
    for member, truth in truths:
        if truth == UNKNOWN:
            raise NotCheckable(f"no rule for the member {member}")
    return False


def has_basic_role(basic, identity, resource):
    role, node = f"roles/{basic[1].lower()}", f"projects/{basic[2]}"
    found = next((bindings for name, bindings, _ in resource.nodes if name == node), None)
    if found is None:
        raise NotCheckable(f"{node} is not above the resource")
    meant = [binding for binding in found if binding["role"] == role and
             is_one_of([one for one in binding["members"] if not BASIC_ROLES.fullmatch(one)], identity, resource)]
    if any(binding["condition"] is not None for binding in meant):
        raise NotCheckable(f"the binding of {role} has a condition")
    return YES if meant else NO


def is_within_boundaries(identity, resource, policies):
    """Tell whether no boundary can keep the identity from the resource."""
    binding = []
    for boundary in policies.boundaries:
        principals = boundary["principalSet"]
        node = principals[len(MANAGER):] if principals.startswith(MANAGER) else None
        if identity.member.startswith("user:"):
            binds = "/workspace/" in principals if node is None else node.startswith("organizations/")
        elif node is None:
            binds = False
        elif identity.account_sets is None:
            raise NotCheckable("whether a service account is in the set of a boundary")
        else:
            binds = service_accounts_of(node) in identity.account_sets
        binding += [boundary] if binds else []
    return not binding or any(name in boundary["eligible"] for name, _, _ in resource.nodes for boundary in binding)


def google_request(resource, inside, made_at):
    """Return what is known of a request on a resource, or on any object in it."""
    found = re.fullmatch(r"//([^/]+)/(.+)", resource.full_name)
    service, path = found.groups() if found else ("", "")
    bucket = service == "storage.googleapis.com" and not path.startswith("projects/")
    name = resource.full_name if not path else f"projects/_/buckets/{path}" if bucket else path
    made = datetime.datetime.strptime(made_at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc)
    not_before = (int(made.timestamp()) // 86400 - 2) * 86400000
    if inside:
        attributes = {"resource.name": ("open", name + "/"), "resource.type": ("open", service + "/"),
                      "resource.service": ("text", service)}
    else:
        attributes = {"resource.name": ("text", name), "resource.type": ("text", resource.asset_type),
                      "resource.service": ("text", resource.asset_type.split("/")[0])}
    return KnownRequest(attributes, resource.tags, not_before)


def google_decision(identity, resource, policies, action, on, made_at):
    """Decide whether an identity has a permission on a resource."""
    require(re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+", action), "not a permission", None, None, action)
    require(policies.manifest is resource.fact.manifest, "roles and boundaries of another source")
    bucket = resource.asset_type == "storage.googleapis.com/Bucket"
    inside = bucket and on == resource.fact.key + "/*"
    require(inside or on == resource.fact.key, "`on` is not in the resource", None, resource.fact.key, on)
    of_objects = re.match(r"storage\.(objects|folders|managedFolders|multipartUploads)\.", action) is not None
    require(not bucket or inside == of_objects, "the permission is about something else than `on`")
    request, own, opened = google_request(resource, inside, made_at), identity.at(resource.fact.manifest), set()

    def holds(condition):
        truth = YES if condition is None else cel_truth(cel_value(Expression(condition).root, request))
        if truth == UNKNOWN:
            opened.add(condition)
        return truth

    by, undefined = [], set()
    for node, bindings, _ in resource.nodes:
        for binding in bindings:
            role = binding["role"]
            permissions = policies.roles.get(role)
            if permissions is not None and action not in permissions or not is_one_of(binding["members"], own, resource):
                continue
            if role not in policies.roles:
                undefined.add(role)
                continue
            if permissions is None:
                raise NotCheckable(f"the role {role} is disabled")
            by.append((binding["policy"], "Allow", 0, node, holds(binding["condition"])))
    for node, _, denies in resource.nodes:
        for rule in denies:
            if (covers_permission(rule["permissions"], action) and not covers_permission(rule["excepted_permissions"], action)
                    and is_one_of(rule["denied"], own, resource) and not is_one_of(rule["excepted"], own, resource)):
                by.append((rule["policy"], "Deny", rule["rule"], node, holds(rule["condition"])))
    within = is_within_boundaries(own, resource, policies)
    allow = max((truth for _, effect, _, _, truth in by if effect == "Allow"), default=NO)
    deny = max((truth for _, effect, _, _, truth in by if effect == "Deny"), default=NO)
    allow = min(allow, YES if within else UNKNOWN)
    if not within:
        opened.add("a principal access boundary")
    decision = ("denied" if deny == YES else "not allowed" if allow == NO else
                "allowed" if allow == YES and deny == NO else "conditional")
    told = [{"policy": policy, "effect": effect, "rule": rule, "node": node, "holds": VALUE_WORDS[truth]}
            for policy, effect, rule, node, truth in by if truth != NO]
    return GoogleDecision(decision, told, sorted(opened, key=utf16) if decision == "conditional" else [],
                          sorted(undefined, key=utf16))


@dataclass
class GoogleClosure:
    """What a step `gcp-closes` knows."""

    identities: list


# ---------------------------------------------------------------------------------------------------
# Azure (section "Azure")
# ---------------------------------------------------------------------------------------------------

EVERYBODY = "00000000-0000-0000-0000-000000000000"
GROUP_SCOPE = re.compile(r"/providers/microsoft\.management/managementgroups/[^/]+")
PLAIN_SCOPE = re.compile(r"(/subscriptions/[^/]+)/resourcegroups/[^/]+"
                         r"|(/subscriptions/[^/]+(?:/resourcegroups/[^/]+)?)/providers/[^/]+/[^/]+/[^/]+"
                         r"|(/subscriptions/[^/]+(?:/resourcegroups/[^/]+)?/providers/[^/]+(?:/(?!providers/)[^/]+/[^/]+)+)"
                         r"/(?!providers/)[^/]+/[^/]+")


def azure_scope(value):
    return ((value if is_text(value) else "").strip().lower().rstrip("/")) or "/"


def flat_document(document):
    return {**document, **document["properties"]} if isinstance(document.get("properties"), dict) else document


def has_text(value):
    return is_text(value) and value != ""


def action_blocks(value):
    """Return the permissions of a role or a deny assignment."""
    names = ("actions", "notActions", "dataActions", "notDataActions")
    return [{**{name: texts_in(block.get(name)) for name in names},
             "conditioned": is_text(block.get("condition")) and block["condition"].strip() != ""}
            for block in (value if isinstance(value, list) else []) if isinstance(block, dict)]


def block_has(block, action, is_data):
    wanted, unwanted = ("dataActions", "notDataActions") if is_data else ("actions", "notActions")

    def fits(pattern):
        return re.fullmatch(".*".join(map(re.escape, pattern.lower().split("*"))), action.lower()) is not None

    return any(map(fits, block[wanted])) and not any(map(fits, block[unwanted]))


def object_ids(value):
    return [item["id"].lower() for item in (value if isinstance(value, list) else [])
            if isinstance(item, dict) and is_text(item.get("id"))]


@dataclass
class AzureIdentity:
    """What a step `azure-principal` knows."""

    fact: Fact
    entity: dict
    ids: list


@dataclass
class AzureResource:
    """What a step `azure-resource` knows."""

    fact: Fact
    entity: dict
    scopes: list
    assignments: list
    denies: list


@dataclass
class AzureDecision(GoogleDecision):
    """The decision on an action of Azure."""

    @property
    def refused_by(self):
        if self.decision == "not allowed":
            return "not allowed by any role assignment"
        return f"denied by {next(one['policy'] for one in self.by if one['effect'] == 'Deny')}"


def azure_decision(identity, resource, roles, action, on):
    """Decide whether an identity may take an action on a resource."""
    require(re.fullmatch(r"[\w.$-]+(/[\w.$-]+)+", action, re.ASCII), "not an action", None, None, action)
    is_data = on == resource.fact.key + "/*"
    require(is_data or on == resource.fact.key, "`on` is not in the resource", None, resource.fact.key, on)
    by, undefined, conditioned = [], set(), False

    def add(one, effect, holds):
        by.append({"policy": one["policy"], "effect": effect, "scope": one["scope"], "holds": holds})

    def require_place(one):
        if one["scope"] not in resource.scopes:
            raise NotCheckable(f"whether the scope of {one['policy']} is above the resource")

    for one in resource.assignments:
        if one["principal"] not in identity.ids:
            continue
        if one["role"] not in roles:
            undefined.add(one["role"])
            continue
        giving = [block for block in roles[one["role"]] if block_has(block, action, is_data)]
        if giving:
            require_place(one)
            if one["conditioned"] or all(block["conditioned"] for block in giving):
                conditioned = True
            else:
                add(one, "Allow", "unknown" if one["eligible"] else "yes")
    for one in resource.denies:
        meant = [any(name == EVERYBODY or name in identity.ids for name in one[kind]) for kind in ("principals", "excluded")]
        if meant == [True, False] and any(block_has(block, action, is_data) for block in one["blocks"]):
            require_place(one)
            if one["only_there"] and one["scope"] != resource.scopes[0]:
                continue
            if one["conditioned"]:
                raise NotCheckable("a deny assignment with a condition")
            add(one, "Deny", "yes")
    denied = any(one["effect"] == "Deny" for one in by)
    allowed = [one["holds"] for one in by if one["effect"] == "Allow"]
    if not denied and "yes" not in allowed and conditioned:
        raise NotCheckable("a role assignment with a condition")
    decision = ("denied" if denied else "allowed" if "yes" in allowed else
                "conditional" if allowed else "not allowed")
    opened = ["the role is activated first"] if decision == "conditional" else []
    return AzureDecision(decision, by, opened, sorted(undefined, key=utf16))


# ---------------------------------------------------------------------------------------------------
# Directories
# ---------------------------------------------------------------------------------------------------

ENTRA = "microsoft.directory/"
OF_ACCOUNTS = re.compile(r"users/(password|authenticationmethods|identities|delete|restore|enable|disable|userprincipalname"
                         r"|invalidateallrefreshtokens|allproperties)\b", re.ASCII)
ENTRA_TYPES = {"users": "USER", "groups": "GROUP", "groupsassignabletoroles": "GROUP", "applications": "SERVICE_ACCOUNT",
               "serviceprincipals": "SERVICE_ACCOUNT"}
OKTA_TYPES = {"users": "FEDERATED_USER", "groups": "FEDERATED_GROUP", "apps": "OKTA_APPLICATION"}
SIGN_INS = {"IDP_AZURE_AD": ENTRA + "servicePrincipals/signIn", "IDP_OKTA": "user.authentication.sso"}
ROLE_ASSIGNABLE = "role-assignable group"


def entra_name(action):
    return action.lower().replace(ENTRA, "", 1)


def directory_type(cloud, action):
    """Return the type of the entities that an action is about."""
    if cloud == "IDP_AZURE_AD":
        known = re.split("[./]", entra_name(action))[0] if action.lower().startswith(ENTRA) else ""
        return ENTRA_TYPES.get(known, "ACCOUNT_DATA")
    if action == SIGN_INS[cloud]:
        return "OKTA_APPLICATION"
    parts = action.split(".")
    return OKTA_TYPES.get(parts[1] if len(parts) > 1 else "", "ACCOUNT_DATA")


def is_guarded(cloud, action, kind):
    """Tell whether an action needs a role that covers the roles of its target."""
    if cloud == "IDP_OKTA":
        return kind.startswith("FEDERATED_") and not action.endswith(".read")
    if kind == "USER":
        return OF_ACCOUNTS.match(entra_name(action)) is not None
    return kind == "GROUP" and not action.lower().endswith("/read")


def includes(cloud, held, other):
    """Tell whether an action includes another one."""
    if cloud == "IDP_OKTA":
        return held.endswith(".manage") and other.startswith(held[:-len("manage")])
    own, sought = entra_name(held).split("/"), entra_name(other).split("/")
    if own[0].split(".")[0] != sought[0].split(".")[0]:
        return False
    if own[1:] == sought[1:]:
        return True
    return own[1:2] == ["allproperties"] and own[2:3] in (["alltasks"], sought[-1:])


@dataclass
class DirectoryMember:
    """What a step `directory-member` knows."""

    fact: Fact
    entity: dict
    within: list


@dataclass
class DirectoryDecision(GoogleDecision):
    """The decision on an action of a directory."""

    @property
    def refused_by(self):
        return "not allowed by any role or assignment"


def text_list(value):
    if not isinstance(value, list) or not all(map(is_text, value)):
        raise NotCheckable("no list of texts")
    return value


def text_list_or_null(value):
    return None if value is None else text_list(value)


def read_grant(cloud, kind, name, document):
    """Return what a directory role or an assignment of an application gives."""
    is_role = kind == "admin_role"
    own = document.get("role" if is_role else "application")
    if not isinstance(own, dict) or not is_text(own.get("id")):
        raise NotCheckable("neither a role nor an application")
    given = [] if "blockedBy" in document else text_list(document.get("actions")) if is_role else [SIGN_INS[cloud]]
    missing = "missing"
    return {"policy": name, "role": own["id"] if is_role else None, "actions": given,
            "scope": text_list_or_null(document.get("scope", missing)) if is_role else [own["id"]],
            "conditions": text_list(document.get("conditions", [])),
            "may_change": text_list_or_null(document.get("mayChange", missing)) if is_role else None}


# ---------------------------------------------------------------------------------------------------
# Replay: the rules
# ---------------------------------------------------------------------------------------------------


@dataclass
class Decided:
    """What a step `decides` knows: the decision on each action."""

    principal: Principal
    resource: Resource
    on: str
    decisions: dict


@dataclass
class Becoming:
    """What a step `becomes` knows: a principal may assume a role."""

    principal: Principal
    resource: Resource
    value: str


@dataclass
class Closure:
    """What a step `closes` knows: the principals that an identity can act as, and their organizations."""

    principals: list
    organizations: dict


@dataclass
class Conclusion:
    """What the last step concludes; the claim must say the same."""

    kind: str
    identity: Principal
    resource: Resource
    actions: list


ASSUMPTION_WORDS = {
    "catalogue": "The list of actions with SHA-256 {} tells which action applies to which kind of resource.",
    "azure-alone": "The identity acts by itself. Running code on a resource that has a managed identity, adding "
                   "credentials to an identity, changing policies, and signing in to other providers are not considered.",
    "directory-alone": "The identity acts by itself. Changing memberships, roles, assignments or credentials of somebody, "
                       "and signing in to other providers, are not considered.",
    "directory-groups": "The identity {} is in no groups but those that its source lists it in.",
    "directory-request": "Only directory roles, permissions of applications and assignments of applications grant it: no "
                         "ownership, no permission that the directory gives all its users, and no other action with the "
                         "same effect. Definitions of roles and conditional access policies are as the import resolved "
                         "them for each holder.",
    "azure-groups": "The identity {} is in no groups but those that its source lists it in.",
    "azure-request": "No lock, Azure Policy, conditional access policy or network rule limits the request, and only role "
                     "assignments grant it: no account key, no shared access signature, no access policy of a vault, no "
                     "classic administrator, and no account of a database.",
    "azure-top": "The scope {} lies in no management group but those that its source lists.",
    "google-accounts": "Service accounts that no source lists by their address are not considered.",
    "google-chains": "The identity acts by itself and by service accounts whose credentials it may get with the "
                     "permissions iam.serviceAccountKeys.create, iam.serviceAccounts.getAccessToken, "
                     "iam.serviceAccounts.signBlob and iam.serviceAccounts.signJwt, one after the other. Changing "
                     "policies, code or credentials of somebody else is not considered, neither is starting something "
                     "that runs as a service account, and neither is signing in to other providers.",
    "google-groups": "The identity {} is in no groups but those that its source lists it in.",
    "google-request": "No perimeter of VPC Service Controls, organization policy or credential access boundary limits "
                      "the request, and only IAM policies grant it: no access control list of objects or datasets, no "
                      "signed URL, and no account of a database.",
    "google-top": "Nothing is known above {}, so no policy of a folder or of an organization above it grants or denies.",
    "chains": "The identity acts by itself and by roles that it may assume, one after the other. Changing policies, "
              "code or credentials of somebody else is not considered, and neither is signing in to other providers.",
    "full-access": "The organization node {} has no policy that allows something. AWS attaches FullAWSAccess by "
                   "itself, so the node allows what it does not deny.",
    "no-organization": "No organization is known above the account {}, so no service control policy and no resource "
                       "control policy limits it.",
    "other-accounts": "Roles of accounts that are not among the sources are not considered.",
    "request": "The request carries no session policy, and no policy of a VPC endpoint limits it.",
}
FULL_ACCESS = ("FullAWSAccess", {"Version": "2012-10-17",
                                 "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]})
GOOGLE_RULES = ("gcp-principal", "gcp-resource", "gcp-decides", "gcp-closes", "gcp-out-of-reach")
AZURE_RULES = ("azure-principal", "azure-resource", "azure-decides", "azure-out-of-reach")
DIRECTORY_RULES = ("directory-member", "directory-decides", "directory-out-of-reach")
CONCLUDING = ("reaches", "out-of-reach", "gcp-out-of-reach", "azure-out-of-reach", "directory-out-of-reach")
WITH = {"directory-decides": {"on": is_text, "actions": is_texts},
        "directory-out-of-reach": {"actions": list_of({"action": is_text, "on": is_text})},
        "azure-decides": {"on": is_text, "actions": is_texts},
        "azure-out-of-reach": {"actions": list_of({"action": is_text, "on": is_text})}, "gcp-decides": {"on": is_text, "actions": is_texts},
        "gcp-out-of-reach": {"actions": list_of({"action": is_text, "on": is_text})}, "organization": {"account": is_text}, "decides": {"on": is_text, "actions": is_texts},
        "reaches": {"identity": is_text}, "out-of-reach": {"actions": list_of({"action": is_text, "on": is_text})}}


def only_entity(fact):
    """Return the entity of a fact of AWS: the only member of its entities."""
    if fact.manifest["cloud"] != "AWS":
        raise NotCheckable("the source is not AWS")
    if len(fact.body["entities"]) != 1:
        raise NotCheckable("the fact has not exactly one entity")
    return fact.body["entities"][0]


def sole_entity(fact):
    """Return the entity of a fact of any source: the only member of its entities."""
    if len(fact.body["entities"]) != 1:
        raise NotCheckable("the fact has not exactly one entity")
    return fact.body["entities"][0]


def address_of(entity):
    """Return the address of an identity in lower case, or None."""
    email = entity["attributes"].get("email")
    return email.lower() if is_text(email) and "@" in email else None


def project_number(entity):
    """Return the name of a project by its number, or None."""
    number = entity["attributes"].get("projectnumber")
    return f"projects/{number}" if is_text(number) else None


def role_of(document):
    return document["role"] if is_text(document.get("role")) else ""


def members_of(document, name):
    return [google_member(text) for text in texts_in(document.get(name))]


def permissions_of(document, name):
    return [google_permission(text) for text in texts_in(document.get(name))]


def account_of_arn(key):
    """Return the account in an ARN, or None if the text is no ARN."""
    parts = key.split(":", 5)
    return parts[4] if len(parts) == 6 and parts[0] == "arn" else None


def of_kind(items, kind, at_least=None):
    """Return the items of a step's `from` if all are of one kind, or raise Invalid."""
    require(all(isinstance(item, kind) for item in items), f"`from` must give {kind.__name__}")
    require(at_least is None or len(items) >= at_least, f"`from` must give {kind.__name__}")
    return items


def exactly(items, *kinds):
    """Return the items of a step's `from` if they are of the given kinds, in this order, or raise Invalid."""
    fits = len(items) == len(kinds) and all(map(isinstance, items, kinds))
    require(fits, "`from` must give " + ", ".join(kind.__name__ for kind in kinds))
    return items


class Replay:
    """One replay: the rules, the assumptions that they make and the documents that they read."""

    def __init__(self, payload, sources, facts):
        self.made_at, self.documents = payload["claim"]["made_at"], payload["documents"]
        self.sources, self.facts = sources, facts
        self.assumptions, self.read = {}, set()
        self.rules = {"principal": self.principal, "organization": self.organization, "resource": self.resource,
                      "decides": self.decides, "becomes": self.becomes, "reaches": self.reaches,
                      "closes": self.closes, "out-of-reach": self.out_of_reach,
                      **{rule: getattr(self, rule.replace("-", "_")) for rule in GOOGLE_RULES + AZURE_RULES + DIRECTORY_RULES}}

    def assume(self, name, detail=None):
        """Note an assumption of the table at the end of the page."""
        identifier = name if detail is None else f"{name} {detail}"
        self.assumptions[identifier] = ASSUMPTION_WORDS[name].format(detail)

    def policies(self, fact, *kinds):
        """Return the policies of a fact of some kinds, as pairs of id and document."""
        pairs = []
        for held in fact.body["held"]:
            if held["kind"] in kinds:
                require(held["document"] in self.documents, "a document is missing", None, held["document"])
                self.read.add(held["document"])
                try:
                    document = parse_json(self.documents[held["document"]])
                except ValueError:
                    document = None
                if not isinstance(document, dict):
                    raise NotCheckable(f"the document {held['document']} is not a JSON object")
                pairs.append((held["id"], document))
        return pairs

    def principal(self, given, _):
        """principal: from the fact of the identity and those of its groups."""
        fact, *group_facts = of_kind(given, Fact, 1)
        entity = only_entity(fact)
        if entity["type"] not in ("USER", "ROLE"):
            raise NotCheckable("the identity is neither a user nor a role")
        account = fact.manifest["account"]
        require(account_of_arn(fact.key) == account, "the identity is of another account than its source", None,
                account, account_of_arn(fact.key))
        groups = [item["id"] for item in fact.body["in"] if item["kind"] == "member_of"]
        require([group.key for group in group_facts] == groups, "not the facts of its groups", None, groups,
                [group.key for group in group_facts])
        for group in group_facts:
            is_group = group.manifest is fact.manifest and only_entity(group)["type"] == "GROUP"
            require(is_group, "not a group of the same source", None, None, group.key)
        policies = [pair for holder in given for pair in self.policies(holder, "identity")]
        boundaries = self.policies(fact, "boundary")
        if len(boundaries) > 1:
            raise NotCheckable("several boundaries")
        principal = Principal(fact, entity, account, groups, policies, boundaries[0] if boundaries else None)
        return principal, {"id": fact.key, "account": account, "groups": groups,
                           "policies": [identifier for identifier, _ in policies],
                           "boundary": boundaries[0][0] if boundaries else None}

    def organization(self, given, parameters):
        """organization: from the facts of the account's node and of each node above it, or from nothing."""
        organization = Organization(parameters["account"])
        if given:
            self.climb(of_kind(given, Fact), organization)
        else:
            self.assume("no-organization", organization.account)
        names = {kind: [[identifier for identifier, _ in level] for level in levels]
                 for kind, levels in (("scps", organization.scps), ("rcps", organization.rcps))}
        return organization, {"account": organization.account, "organization": organization.name, **names}

    def climb(self, nodes, organization):
        """Read an organization from its nodes, which go up from that of the account to the root."""
        account = re.escape(organization.account)
        forms = rf"arn:[^:]*:iam::{account}:root|arn:[^:]*:organizations::[0-9]+:account/[^/:]+/{account}|{account}"
        require(re.fullmatch(forms, nodes[0].key), "the first fact is not the node of the account", None,
                organization.account, nodes[0].key)
        for node, above in zip(nodes, nodes[1:] + [None]):
            if node.manifest["cloud"] != "AWS":
                raise NotCheckable("the source is not AWS")
            require(node.manifest is nodes[0].manifest, "nodes of several sources", None, None, node.key)
            parents = [item["id"] for item in node.body["in"] if item["kind"] == "contains"]
            if len(parents) > 1:
                raise NotCheckable("a node is in several others")
            found = [above.key] if above else []
            require(parents == found, "not the nodes above", None, parents, found)
        downwards = nodes[::-1]
        roots = (re.search(r":organizations::([0-9]+):[^:/]+/(o-[^/:]+)", node.key) for node in downwards)
        root = next((found for found in roots if found), None)
        if root:
            parts = [node.key.rsplit("/", 1)[-1] for node in downwards]
            parts = [part for part in parts if part.startswith(("r-", "ou-"))]
            organization.name, organization.path = root[2], "/".join([root[2], *parts, ""])
        if not root or root[1] != organization.account:
            organization.scps, organization.rcps = (self.levels(downwards, kind) for kind in ("scp", "rcp"))

    def levels(self, nodes, kind):
        """Return the levels of policies of one kind, from the root down."""
        levels = []
        for node in nodes:
            level = self.policies(node, kind)
            effects = [statement["Effect"] for _, document in level for _, statement in statements_of(document)]
            if level and "Allow" not in effects:
                level.append(FULL_ACCESS)
                self.assume("full-access", node.key)
            levels += [level] if level else []
        return levels

    def resource(self, given, _):
        """resource: from one fact; ARNs that AWS itself looks after are not checkable here."""
        (fact,) = exactly(given, Fact)
        resource = self.read_resource(fact)
        if re.match(r"arn:[^:]*:(iam::aws:policy/|iam::[^:]*:role/(aws-reserved|aws-service-role)/"
                    r"|kms:[^:]*:[^:]*:alias/aws/)", fact.key):
            raise NotCheckable("AWS itself looks after the resource")
        return resource, {"id": fact.key, "account": resource.account,
                          "policies": [identifier for identifier, _ in resource.policies]}

    def read_resource(self, fact):
        """Return the resource of a fact. The rule `closes` reads roles with this, too."""
        entity = only_entity(fact)
        fits = entity["resource"] and account_of_arn(fact.key) is not None and entity["type"] != "ACCOUNT_DATA"
        require(fits, "not a resource with an ARN", None, None, fact.key)
        points = entity["attributes"].get("accesspoints")
        if isinstance(points, (int, float)) and not isinstance(points, bool):
            raise NotCheckable("the access points are known by number only")
        # Reading: "/grants" belongs to keys; a policy of an access point is not checkable with and without it.
        if any(re.search(r":kms:.*:key/[^/]+/grants$|:s3:.*:accesspoint/[^/]+(/grants)?$", held["id"])
               for held in fact.body["held"]):
            raise NotCheckable("grants of a key or policies of an access point")
        policies = self.policies(fact, "resource", "trust")
        for _, document in policies:
            for _, statement in statements_of(document):
                names = aws_names(statement.get("Principal")) + aws_names(statement.get("NotPrincipal"))
                if any(re.fullmatch(r"[0-9a-fA-F]{64}", name) for name in names):
                    raise NotCheckable("an AWS principal is a canonical user id")
        # Reading: the page does not say whose account this is; it is the one of the entity.
        return Resource(fact, entity, entity["account"], policies)

    def decision(self, parties, action, on):
        """Return the decision on an action of (principal, organization, resource, organization)."""
        principal, principal_organization, resource, resource_organization = parties
        require(principal_organization.account == principal.account, "not the organization of the principal")
        require(resource_organization.account == resource.account, "not the organization of the resource")
        arn = resource.fact.key
        inside = resource.entity["type"] == "OBJECT_STORE" and on.startswith(arn + "/")
        require(on == arn or inside, "`on` is not in the resource", None, arn, on)
        self.assume("request")
        self.assume("catalogue", resource.fact.manifest["catalogue_sha256"])
        return decide(Request(*parties, action, self.made_at), on)

    def decides(self, given, parameters):
        """decides: from a principal and a resource, each with its organization."""
        parties = exactly(given, Principal, Organization, Resource, Organization)
        actions, on = parameters["actions"], parameters["on"]
        require(actions == sorted(set(actions), key=utf16), "actions are not sorted, each once")
        decisions = {action: self.decision(parties, action, on) for action in actions}
        groups = {}
        for action, one in decisions.items():
            result = {"decision": one.decision, "layers": one.layers, "open": one.open}
            groups.setdefault(canonical(result), {"actions": [], **result})["actions"].append(action)
        return Decided(parties[0], parties[2], on, decisions), list(groups.values())

    def becomes(self, given, _):
        """becomes: from a decision on assuming a role, or on credentials of a service account."""
        (decided,) = exactly(given, Decided)
        actions = ACTS.get(decided.resource.entity["type"], ())
        values = [decided.decisions[action].value for action in actions if action in decided.decisions]
        require(any(values), "nobody may act as the resource")
        value = "always" if "always" in values else "conditional"
        becoming = Becoming(decided.principal, decided.resource, value)
        return becoming, {"from": decided.principal.fact.key, "to": decided.resource.fact.key, "value": value}

    def reaches(self, given, parameters):
        """reaches: from the roles that are assumed on the way, then from decisions on the resource."""
        count = sum(isinstance(item, Becoming) for item in given)
        becomings, decided = of_kind(given[:count], Becoming), of_kind(given[count:], Decided, 1)
        identity = given[0].principal
        require(identity.fact.key == parameters["identity"], "the first step is not of the identity", None,
                parameters["identity"], identity.fact.key)
        reached = {identity.fact.place: "always"}
        for step in becomings:
            require(step.principal.fact.place in reached, "not reached", None, None, step.principal.fact.key)
            both = {reached[step.principal.fact.place], step.value}
            if reached.get(step.resource.fact.place) != "always":
                reached[step.resource.fact.place] = "always" if both == {"always"} else "conditional"
        resource, best = decided[0].resource, {}
        for step in decided:
            require(step.principal.fact.place in reached, "not reached", None, None, step.principal.fact.key)
            require(step.resource.fact.place == resource.fact.place, "several resources")
            for action, decision in step.decisions.items():
                if decision.value:
                    conditional = "conditional" in (decision.value, reached[step.principal.fact.place])
                    told = {"action": action, "on": step.on, "value": "conditional" if conditional else "always"}
                    if action not in best or best[action]["value"] == "conditional" and not conditional:
                        best[action] = told
        # Reading: a proof that reaches nothing has no claim.
        require(best, "no action is allowed")
        actions = [best[action] for action in sorted(best, key=utf16)]
        return Conclusion("reaches", identity, resource, actions), {
            "identity": identity.fact.key, "resource": resource.fact.key, "actions": actions}

    def closes(self, given, _):
        """closes: from all principals that an identity can act as, and from all roles that there are."""
        kinds = (Principal, Organization, Fact)
        ranks = [next((rank for rank, kind in enumerate(kinds) if isinstance(item, kind)), None) for item in given]
        ordered = None not in ranks and ranks == sorted(ranks) and 0 in ranks
        require(ordered, "`from` must give principals, then organizations, then facts")
        principals, organizations, facts = ([item for item, rank in zip(given, ranks) if rank == wanted]
                                            for wanted in range(3))
        by_account = {organization.account: organization for organization in organizations}
        require(len(by_account) == len(organizations), "an account has two organizations")
        closure = Closure(principals, by_account)
        self.check_estate()
        roles = self.all_roles(principals[0].fact.key.split(":")[1], facts)
        for principal in principals:
            if any(item["kind"] in ("can_become", "runs_as") for item in principal.fact.body["in"]):
                raise NotCheckable("a principal can become something else", None, None, principal.fact.key)
        becomes = [step for principal in principals for step in self.assumable(principal, roles, closure)]
        self.assume("other-accounts")
        self.assume("chains")
        members = [principal.fact.key for principal in principals]
        return closure, {"members": members, "roles": len(roles), "becomes": becomes}

    def check_estate(self):
        """Check that the sources are all those that the newest manifest knows."""
        newest = max(self.sources.values(), key=lambda manifest: manifest["position"])
        names = sorted(self.sources, key=utf16)
        estate = sha256(canonical([[name, self.sources[name]["facts_root"]] for name in names]))
        require(estate == newest["estate"], "not all sources of the tenant", None, newest["estate"], estate)

    def all_roles(self, partition, facts):
        """Return the roles of all sources, after checking that the facts leave no room for another."""
        roles = []
        for name in sorted(self.sources, key=utf16):
            manifest = self.sources[name]
            if manifest["cloud"] != "AWS" or manifest["facts_count"] == 0:
                continue
            given = self.complete_range(manifest, [fact for fact in facts if fact.manifest is manifest],
                                        f"arn:{partition}:iam::{manifest['account']}:role/")
            roles += [self.read_resource(fact) for fact in given if only_entity(fact)["type"] == "ROLE"]
        return roles

    def assumable(self, principal, roles, closure):
        """Return what `closes` says of all roles that a principal may assume; they must be principals."""
        members = {member.fact.place for member in closure.principals}
        becomes = []
        for role in roles:
            if role.fact.place == principal.fact.place:
                continue
            decision = self.decision(self.parties(principal, role, closure), "sts:AssumeRole", role.fact.key)
            if not decision.refused:
                require(role.fact.place in members, "a role is reached and not among the principals", None, None,
                        role.fact.key)
                becomes.append({"from": principal.fact.key, "to": role.fact.key, "value": decision.value})
        return becomes

    def parties(self, principal, resource, closure, resource_organization=None):
        """Return the parties of a decision, with organizations from `closes`."""
        for account in [principal.account] + ([] if resource_organization else [resource.account]):
            require(account in closure.organizations, "the organization of an account is missing", None, account)
        return (principal, closure.organizations[principal.account], resource,
                resource_organization or closure.organizations[resource.account])

    def out_of_reach(self, given, parameters):
        """out-of-reach: from all principals, the resource and its organization."""
        closure, resource, organization = exactly(given, Closure, Resource, Organization)
        require(parameters["actions"], "no action is refused")  # Reading: such a proof has no claim
        says = []
        for principal in closure.principals:
            groups = {}
            for item in parameters["actions"]:
                parties = self.parties(principal, resource, closure, organization)
                decision = self.decision(parties, item["action"], item["on"])
                told = f"{item['action']} on {item['on']}"
                if decision.decision == "conditional" and item["on"].endswith("/*"):
                    raise NotCheckable(f"{told} stays conditional")
                require(decision.refused, f"{told} is not refused for {principal.fact.key}", None, "refused",
                        decision.decision)
                groups.setdefault(decision.refused_by, []).append(told)
            says.append({"principal": principal.fact.key,
                         "refused": [{"layer": layer, "actions": actions} for layer, actions in groups.items()]})
        actions = [{**item, "value": "never"} for item in parameters["actions"]]
        return Conclusion("not-reaches", closure.principals[0], resource, actions), says

    def gcp_principal(self, given, _):
        """gcp-principal: from the fact of the identity, those of its groups, and those of the nodes above it."""
        fact, *_ = facts = of_kind(given, Fact, 1)
        entity = sole_entity(fact)
        kind = {"USER": "user", "FEDERATED_USER": "user", "SERVICE_ACCOUNT": "serviceAccount"}.get(entity["type"])
        if fact.manifest["cloud"] == "AWS" or kind is None or address_of(entity) is None:
            raise NotCheckable("neither a user nor a service account with an address")
        member, within = google_member(f"{kind}:{address_of(entity)}"), self.with_groups(facts)
        named = [one for one in within[1:] if address_of(sole_entity(one)) and
                 sole_entity(one)["type"] in ("GROUP", "FEDERATED_GROUP")]
        groups = [google_member(f"group:{address_of(sole_entity(one))}") for one in named]
        nodes, sets = facts[len(within):], None
        if nodes:
            require(kind == "serviceAccount" and fact.manifest["cloud"] == "GCP", "nodes of what is no service account")
            self.ascend([fact, *nodes])
            names = [node.key if not node.key.startswith("projects/") else
                     project_number(sole_entity(node)) for node in nodes]
            sets = None if None in names else [service_accounts_of(name) for name in names]
        self.assume("google-groups", fact.key)
        if fact.manifest["cloud"] != "GCP":
            words = f"The identity {fact.key} signs in to Google Cloud as {member}."
            self.assumptions[f"google-address {fact.key}"] = words
        says = {"id": fact.key, "member": member, "groups": groups, "nodes": [node.key for node in nodes]}
        return GoogleIdentity(fact, entity, member, groups, sets), says

    def with_groups(self, facts):
        """Return the fact of an identity and those of its groups, which come next."""
        within = facts[:1]
        for one in within:
            for item in one.body["in"]:
                if item["kind"] == "member_of" and item["id"] not in [other.key for other in within]:
                    found = facts[len(within)] if len(within) < len(facts) else None
                    require(found and found.key == item["id"], "not the next group", None, item["id"], found and found.key)
                    if found.manifest is not facts[0].manifest:
                        raise NotCheckable("a group of another source")
                    within.append(found)
        return within

    def azure_principal(self, given, _):
        """azure-principal: from the fact of the identity and those of its groups."""
        fact, *_ = facts = of_kind(given, Fact, 1)
        require(len(self.with_groups(facts)) == len(facts), "facts that are no groups of the identity")
        entity = sole_entity(fact)
        if fact.manifest["cloud"] not in ("AZURE", "IDP_AZURE_AD") or not entity["identity"] or "GROUP" in entity["type"]:
            raise NotCheckable("no identity of Entra ID that acts itself")
        ids = [one.key.lower() for one in facts]
        self.assume("azure-groups", fact.key)
        return AzureIdentity(fact, entity, ids), {"id": fact.key, "groups": ids[1:]}

    def azure_resource(self, given, _):
        """azure-resource: from the facts of the resource, of the scopes above it, and of the root."""
        fact, *_ = facts = of_kind(given, Fact, 1)
        require(facts[-1].key == "/", "the last fact is not the root")
        if any(one.manifest is not fact.manifest or one.manifest["cloud"] != "AZURE" for one in facts):
            raise NotCheckable("not scopes of one source of Azure")
        entity = sole_entity(fact)
        full = entity["attributes"].get("resourceid")
        scopes = [azure_scope(full if is_text(full) else fact.key), *(azure_scope(one.key) for one in facts[1:])]
        if not entity["resource"] or any(held["kind"] == "resource" for one in facts for held in one.body["held"]):
            raise NotCheckable("no resource, or one with access policies")
        for place, one in enumerate(facts[:-1]):
            scope, listed = scopes[place], [azure_scope(item["id"]) for item in one.body["in"] if item["kind"] == "contains"]
            above = None
            if not GROUP_SCOPE.fullmatch(scope) and not re.fullmatch("/subscriptions/[^/]+", scope):
                found = PLAIN_SCOPE.fullmatch(scope)
                if not found:
                    raise NotCheckable("an id of another form")
                above = found[1] or found[2] or found[3]
            wanted = above or (listed[0] if listed else "/")
            require(scopes[place + 1:place + 2] == [wanted], "not the scope above", None, wanted, scopes[place + 1:place + 2])
            if len(listed) > 1 or above and any(one not in scopes[place + 1:] for one in listed):
                raise NotCheckable("a scope lies in several others")
        self.assume("azure-top", scopes[-2] if len(scopes) > 1 else "/")
        assignments = [self.read_assignment(name, flat_document(document)) for one in facts
                       for name, document in self.policies(one, "azure_role_assignment")]
        denies = [self.read_deny(name, flat_document(document)) for one in facts
                  for name, document in self.policies(one, "azure_deny_assignment")]
        if any(one["scope"] not in scopes and not GROUP_SCOPE.fullmatch(one["scope"]) for one in assignments + denies):
            raise NotCheckable("a policy has another scope than its fact")
        says = {"id": fact.key, "scopes": scopes, "assignments": [one["policy"] for one in assignments],
                "denies": [one["policy"] for one in denies]}
        return AzureResource(fact, entity, scopes, assignments, denies), says

    def read_assignment(self, name, own):
        role = own.get("roleDefinitionId") if is_text(own.get("roleDefinitionId")) else ""
        principal = own.get("principalId") if is_text(own.get("principalId")) else ""
        return {"policy": name, "scope": azure_scope(own.get("scope")), "principal": principal.lower(),
                "role": role.lower().split("/")[-1], "conditioned": has_text(own.get("condition")),
                "eligible": "roleEligibilityScheduleId" in own}

    def read_deny(self, name, own):
        return {"policy": name, "scope": azure_scope(own.get("scope")), "principals": object_ids(own.get("principals")),
                "excluded": object_ids(own.get("excludePrincipals")), "blocks": action_blocks(own.get("permissions")),
                "only_there": own.get("doNotApplyToChildScopes") is True or own.get("doesNotApplyToChildScopes") is True,
                "conditioned": has_text(own.get("condition"))}

    def azure_sides(self, given):
        """Return the identity, the resource and the roles of a step."""
        identity, resource = exactly(given[:2], AzureIdentity, AzureResource)
        roles = {}
        for fact in of_kind(given[2:], Fact):
            require(fact.manifest is resource.fact.manifest, "a role of another source")
            for name, document in self.policies(fact, "azure_role_definition"):
                roles[name.lower().split("/")[-1]] = action_blocks(flat_document(document).get("permissions"))
        return identity, resource, roles

    def azure_decision(self, identity, resource, roles, action, on):
        decision = azure_decision(identity, resource, roles, action, on)
        self.assume("azure-request")
        self.assume("catalogue", resource.fact.manifest["catalogue_sha256"])
        return decision

    def azure_decides(self, given, parameters):
        """azure-decides: from an identity, a resource, and facts of roles."""
        identity, resource, roles = self.azure_sides(given)
        actions, on = parameters["actions"], parameters["on"]
        require(actions and actions == sorted(set(actions), key=utf16), "actions are not sorted, each once")
        decisions = {action: self.azure_decision(identity, resource, roles, action, on) for action in actions}
        return Decided(identity, resource, on, decisions), self.told_together(decisions)

    def azure_out_of_reach(self, given, parameters):
        """azure-out-of-reach: from an identity, a resource, and facts of roles."""
        identity, resource, roles = self.azure_sides(given)
        require(parameters["actions"], "no action is refused")
        groups = {}
        for item in parameters["actions"]:
            decision = self.sure(self.azure_decision(identity, resource, roles, item["action"], item["on"]))
            told = f"{item['action']} on {item['on']}"
            require(decision.refused, f"{told} is not refused", None, "refused", decision.decision)
            groups.setdefault(decision.refused_by, []).append(told)
        self.assume("azure-alone")
        says = [{"principal": identity.fact.key,
                 "refused": [{"layer": layer, "actions": actions} for layer, actions in groups.items()]}]
        actions = [{**item, "value": "never"} for item in parameters["actions"]]
        return Conclusion("not-reaches", identity, resource, actions), says

    def directory_member(self, given, _):
        """directory-member: from the fact of an identity or a resource and those of its groups."""
        fact, *_ = facts = of_kind(given, Fact, 1)
        require(len(self.with_groups(facts)) == len(facts), "facts that are no groups of the entity")
        entity = sole_entity(fact)
        if fact.manifest["cloud"] not in SIGN_INS:
            raise NotCheckable("no directory")
        if not all("GROUP" in sole_entity(one)["type"] for one in facts[1:]):
            raise NotCheckable("a member of something that is no group")
        return DirectoryMember(fact, entity, facts), {"id": fact.key, "groups": [one.key for one in facts[1:]]}

    def grants_of(self, facts):
        """Return what the policies of facts of a directory give."""
        kinds = ("admin_role", "app_assignment", "federated_assignment")
        return [read_grant(fact.manifest["cloud"], kind, name, document) for fact in facts
                for kind, name, document in self.policies_in_order(fact, kinds)]

    def policies_in_order(self, fact, kinds):
        for held in fact.body["held"]:
            if held["kind"] in kinds:
                (name, document), *_ = [pair for pair in self.policies(fact, held["kind"]) if pair[0] == held["id"]]
                yield held["kind"], name, document

    def directory_decision(self, identity, resource, action, on, is_strict=False):
        """Decide whether an identity may take an action on an entity of its directory."""
        cloud, kind = resource.fact.manifest["cloud"], resource.entity["type"]
        if identity.fact.manifest is not resource.fact.manifest or not resource.entity["resource"]:
            raise NotCheckable("no resource of the same source")
        require(on == resource.fact.key, "`on` is not the resource", None, resource.fact.key, on)
        require(directory_type(cloud, action) == kind, "not about such resources", None, kind, action)
        self.assume("directory-request")
        roles = set()
        if is_guarded(cloud, action, kind):
            roles = {one["role"] for one in self.grants_of(resource.within)} - {None}
            if any(one.body["entities"][0]["attributes"].get("roleassignable") is True for one in resource.within):
                roles.add(ROLE_ASSIGNABLE)
        ids = {one.key for one in resource.within}
        applying = [one for one in self.grants_of(identity.within)
                    if (one["scope"] is None or ids & set(one["scope"]))
                    and (one["may_change"] is None or roles <= set(one["may_change"]))]
        giving = [one for one in applying if action in one["actions"]]
        if is_strict and not giving and any(includes(cloud, held, action) for one in applying for held in one["actions"]):
            raise NotCheckable(f"an action that includes {action}")
        always = any(not one["conditions"] for one in giving)
        by = [{"policy": one["policy"], "effect": "Allow", "holds": "unknown" if one["conditions"] else "yes"} for one in giving]
        opened = [] if always else sorted({text for one in giving for text in one["conditions"]}, key=utf16)
        return DirectoryDecision("allowed" if always else "conditional" if giving else "not allowed", by, opened, None)

    def directory_sides(self, given):
        identity, resource = exactly(given, DirectoryMember, DirectoryMember)
        if not identity.entity["identity"] or "GROUP" in identity.entity["type"]:
            raise NotCheckable("no identity that acts itself")
        self.assume("directory-groups", identity.fact.key)
        return identity, resource

    def directory_decides(self, given, parameters):
        """directory-decides: from an identity and a resource."""
        identity, resource = self.directory_sides(given)
        actions, on = parameters["actions"], parameters["on"]
        require(actions and actions == sorted(set(actions), key=utf16), "actions are not sorted, each once")
        decisions = {action: self.directory_decision(identity, resource, action, on) for action in actions}
        return Decided(identity, resource, on, decisions), self.told_together(decisions)

    def directory_out_of_reach(self, given, parameters):
        """directory-out-of-reach: from an identity and a resource."""
        identity, resource = self.directory_sides(given)
        self.assume("directory-alone")
        require(parameters["actions"], "no action is refused")
        groups = {}
        for item in parameters["actions"]:
            decision = self.directory_decision(identity, resource, item["action"], item["on"], True)
            told = f"{item['action']} on {item['on']}"
            require(decision.refused, f"{told} is not refused", None, "refused", decision.decision)
            groups.setdefault(decision.refused_by, []).append(told)
        says = [{"principal": identity.fact.key,
                 "refused": [{"layer": layer, "actions": actions} for layer, actions in groups.items()]}]
        actions = [{**item, "value": "never"} for item in parameters["actions"]]
        return Conclusion("not-reaches", identity, resource, actions), says

    def ascend(self, facts):
        """Check that each fact lies in the next one, and the last in nothing."""
        for fact, above in zip(facts, facts[1:] + [None]):
            if fact.manifest is not facts[0].manifest:
                raise NotCheckable("nodes of several sources")
            parents = [item["id"] for item in fact.body["in"] if item["kind"] == "contains"]
            if len(parents) > 1:
                raise NotCheckable("a node lies in several others")
            found = [above.key] if above else []
            require(parents == found, "not the node above", None, parents, found)

    def gcp_resource(self, given, _):
        """gcp-resource: from the fact of the resource and those of all nodes above it."""
        fact, *_ = facts = of_kind(given, Fact, 1)
        if fact.manifest["cloud"] != "GCP":
            raise NotCheckable("not a resource of Google Cloud")
        entity = sole_entity(fact)
        asset_type, full_name, tags = (entity["attributes"].get(name) for name in ("assettype", "resourceid", "tags"))
        if not entity["resource"] or not is_text(asset_type):
            raise NotCheckable("no resource with an asset type")
        self.ascend(facts)
        if not facts[-1].key.startswith("organizations/"):
            self.assume("google-top", facts[-1].key)
        nodes = []
        for node in facts:
            bindings = [{"policy": name, "role": role_of(document), "members": members_of(document, "members"),
                         "condition": google_condition(document.get("condition"))}
                        for name, document in self.policies(node, "gcp_binding")]
            denies = []
            for name, document in self.policies(node, "gcp_deny_policy"):
                rules = document.get("rules")
                rules = [rule for rule in rules if isinstance(rule, dict)] if isinstance(rules, list) else []
                for number, rule in enumerate(rules):
                    rule = rule["denyRule"] if isinstance(rule.get("denyRule"), dict) else rule
                    denies.append({"policy": name, "rule": number, "denied": members_of(rule, "deniedPrincipals"),
                                   "excepted": members_of(rule, "exceptionPrincipals"),
                                   "permissions": permissions_of(rule, "deniedPermissions"),
                                   "excepted_permissions": permissions_of(rule, "exceptionPermissions"),
                                   "condition": google_condition(rule.get("denialCondition"))})
            nodes.append((node.key, bindings, denies))
        says = {"id": fact.key, "nodes": [{"node": node, "bindings": [one["policy"] for one in bindings],
                                           "denies": list(dict.fromkeys(one["policy"] for one in denies))}
                                          for node, bindings, denies in nodes]}
        resource = GoogleResource(fact, entity, full_name if is_text(full_name) else fact.key, asset_type,
                                  tags if isinstance(tags, list) else None, nodes)
        return resource, says

    def google_policies(self, facts):
        """Return the roles and boundaries of a source, from facts of it."""
        listing = next((fact for fact in of_kind(facts, Fact) if fact.key == BOUNDARIES), None)
        require(listing and listing.manifest["cloud"] == "GCP", "the fact of the boundaries is missing")
        roles = {}
        for fact in facts:
            if fact.manifest is listing.manifest:
                for name, document in self.policies(fact, "gcp_role"):
                    listed = isinstance(document.get("includedPermissions"), list) and document.get("stage") != "DISABLED"
                    roles[name] = set(permissions_of(document, "includedPermissions")) if listed else None
        kinds = {held["kind"] for held in listing.body["held"]}
        boundaries = [{"principalSet": document.get("principalSet") if is_text(document.get("principalSet")) else "",
                       "eligible": texts_in(document.get("eligible"))}
                      for _, document in self.policies(listing, *kinds)]
        return GooglePolicies(listing.manifest, roles, boundaries)

    def google_decision(self, identity, resource, policies, action, on):
        decision = google_decision(identity, resource, policies, action, on, self.made_at)
        self.assume("google-request")
        self.assume("catalogue", resource.fact.manifest["catalogue_sha256"])
        return decision

    def gcp_decides(self, given, parameters):
        """gcp-decides: from an identity, a resource, the fact of the boundaries, and facts of roles."""
        identity, resource = exactly(given[:2], GoogleIdentity, GoogleResource)
        policies = self.google_policies(given[2:])
        actions, on = parameters["actions"], parameters["on"]
        require(actions and actions == sorted(set(actions), key=utf16), "actions are not sorted, each once")
        decisions = {action: self.google_decision(identity, resource, policies, action, on) for action in actions}
        return Decided(identity, resource, on, decisions), self.told_together(decisions)

    def told_together(self, decisions):
        """Return what is said of decisions: actions with equal results together, in the order of their first."""
        groups = {}
        for action, one in decisions.items():
            result = {"decision": one.decision, "by": one.by, "open": one.open}
            if one.undefined is not None:
                result["undefined"] = one.undefined
            groups.setdefault(canonical(result), {"actions": [], **result})["actions"].append(action)
        return list(groups.values())

    def gcp_closes(self, given, _):
        """gcp-closes: from all that an identity can act as, and from all service accounts that there are."""
        identities = [item for item in given if isinstance(item, GoogleIdentity)]
        resources = {item.fact.place: item for item in given if isinstance(item, GoogleResource)}
        facts = [item for item in given if isinstance(item, Fact)]
        whole = len(identities) + sum(isinstance(item, GoogleResource) for item in given) + len(facts) == len(given)
        require(identities and whole, "`from` must give identities, resources and facts")
        self.check_estate()
        listed, policies = [], {}
        for name, manifest in self.sources.items():
            if manifest["cloud"] == "GCP" and manifest["facts_count"] > 0:
                own = [fact for fact in facts if fact.manifest is manifest]
                policies[name] = self.google_policies(own)
                listed += [fact for fact in self.complete_range(manifest, own, "serviceAccount:")
                           if sole_entity(fact)["type"] == "SERVICE_ACCOUNT"]
        members, becomes = {identity.fact.place for identity in identities}, []
        for identity in identities:
            if any(item["kind"] in ("can_become", "runs_as") for item in identity.fact.body["in"]):
                raise NotCheckable("an identity can become something else", None, None, identity.fact.key)
            for account in listed:
                if account.place == identity.fact.place:
                    continue
                require(account.place in resources, "a service account is not given as a resource", None, None, account.key)
                decisions = [self.sure(self.google_decision(identity, resources[account.place],
                                                            policies[account.manifest["source"]], action, account.key))
                             for action in IMPERSONATING]
                values = [decision.value for decision in decisions if decision.value]
                if values:
                    require(account.place in members, "an account is reached and not among the identities", None, None,
                            account.key)
                    becomes.append({"from": identity.fact.key, "to": account.key,
                                    "value": "always" if "always" in values else "conditional"})
        self.assume("google-accounts")
        self.assume("google-chains")
        says = {"members": [identity.fact.key for identity in identities], "accounts": len(listed), "becomes": becomes}
        return GoogleClosure(identities), says

    def sure(self, decision):
        """Return a decision unless a role without a definition may change it."""
        if decision.undefined and decision.decision != "denied":
            raise NotCheckable(f"no definition of the role {decision.undefined[0]}")
        return decision

    def complete_range(self, manifest, facts, prefix):
        """Return the facts whose key begins with a prefix, after checking that there is no room for another."""
        inside = sorted((fact for fact in facts if fact.key.startswith(prefix)), key=lambda fact: fact.index)
        above = {fact.index for fact in facts if utf16(fact.key) > utf16(prefix) and not fact.key.startswith(prefix)}
        below = {fact.index for fact in facts if utf16(fact.key) < utf16(prefix)}
        first = inside[0].index if inside else min([*above, manifest["facts_count"]])
        last = inside[-1].index if inside else first - 1
        gapless = [fact.index for fact in inside] == list(range(first, first + len(inside)))
        whole = gapless and (first == 0 or first - 1 in below) and (last == manifest["facts_count"] - 1 or last + 1 in above)
        require(whole, f"the facts of {manifest['source']} that begin with {prefix} are not complete")
        return inside

    def gcp_out_of_reach(self, given, parameters):
        """gcp-out-of-reach: from all identities, the resource, the boundaries of its source, and facts of roles."""
        closure, resource = exactly(given[:2], GoogleClosure, GoogleResource)
        policies = self.google_policies(given[2:])
        require(parameters["actions"], "no permission is refused")
        says = []
        for identity in closure.identities:
            groups = {}
            for item in parameters["actions"]:
                decision = self.sure(self.google_decision(identity, resource, policies, item["action"], item["on"]))
                told = f"{item['action']} on {item['on']}"
                require(decision.refused, f"{told} is not refused for {identity.fact.key}", None, "refused", decision.decision)
                groups.setdefault(decision.refused_by, []).append(told)
            says.append({"principal": identity.fact.key,
                         "refused": [{"layer": layer, "actions": actions} for layer, actions in groups.items()]})
        actions = [{**item, "value": "never"} for item in parameters["actions"]]
        return Conclusion("not-reaches", closure.identities[0], resource, actions), says


# ---------------------------------------------------------------------------------------------------
# Replay: the order of steps, the claim and the use of everything
# ---------------------------------------------------------------------------------------------------


def replay_step(replay, step, known, is_last):
    """Return what a step knows, after checking what it says."""
    rule = step["rule"]
    if rule not in replay.rules:
        raise NotCheckable(f"the rule {rule!r} is unknown")
    shape = {**STEP, "with": WITH[rule]} if rule in WITH else STEP
    require(has_shape(step, shape), "not a step with the listed members")
    concludes = rule in CONCLUDING
    require(concludes == is_last, "the last step, and no other, must conclude", None, is_last, concludes)
    for identifier in step["from"]:
        require(identifier in known, "`from` names neither a fact nor an earlier step", None, None, identifier)
    result, says = replay.rules[rule]([known[identifier] for identifier in step["from"]], step.get("with"))
    require(canonical(says) == canonical(step["says"]), "the step says something else", None, says, step["says"])
    return result


def replay_steps(replay, steps):
    """Take the steps in order and return the conclusion of the last one."""
    known, result = dict(replay.facts), None
    require(steps, "no steps", "steps")
    for number, step in enumerate(steps):
        named = isinstance(step, dict) and is_text(step.get("id")) and is_text(step.get("rule"))
        require(named, "not a step with the listed members", f"steps/{number}")
        try:
            require(step["id"] not in known, "the id is there twice", None, None, step["id"])
            result = known[step["id"]] = replay_step(replay, step, known, number == len(steps) - 1)
        except Fault as fault:
            fault.place = f"steps/{step['id']}"
            raise
    return result


def check_claim(claim, conclusion):
    """Check that the claim says what the last step concludes."""
    def party(part):
        return {"uri": part.entity["uri"], "id": part.fact.key, "source": part.fact.manifest["source"]}

    expected = {"kind": conclusion.kind, "identity": party(conclusion.identity),
                "resource": party(conclusion.resource), "actions": conclusion.actions}
    for name, value in expected.items():
        require(canonical(value) == canonical(claim[name]), "the claim is another than the conclusion",
                f"claim/{name}", value, claim[name])


def check_assumptions(assumes, assumptions):
    """Check that the proof tells the assumptions that its steps made, no more and no less."""
    expected = [{"id": name, "words": assumptions[name]} for name in sorted(assumptions, key=utf16)]
    require(canonical(expected) == canonical(assumes), "other assumptions than those of the steps", "assumes",
            expected, assumes)


def check_use(payload, replay):
    """Check that nothing in the proof is idle (paragraph "Use")."""
    steps = payload["steps"]
    used = {identifier for step in steps for identifier in step["from"]}
    for step in steps[:-1]:
        require(step["id"] in used, "no later step uses it", f"steps/{step['id']}")
    for identifier in replay.facts:
        require(identifier in used, "no step uses it", f"facts/{identifier}")
    for digest in payload["documents"]:
        require(digest in replay.read, "no step uses it", f"documents/{digest}")
    if not any(step["rule"] in ("closes", "gcp-closes") for step in steps):
        with_facts = {fact.manifest["source"] for fact in replay.facts.values()}
        for source in replay.sources:
            require(source in with_facts, "no fact is from it", f"sources/{source}")


def check_payload(data):
    """Check a decoded payload; return if it is valid, else raise a Fault."""
    payload = parse_canonical(data, "payload")
    require(isinstance(payload, dict) and "format" in payload, "not a payload with the listed members", "payload")
    if payload["format"] != "cam-proof/1":
        raise NotCheckable("another format", "format", "cam-proof/1", payload["format"])
    require(has_shape(payload, PAYLOAD), "not a payload with the listed members", "payload")
    require(has_shape(payload["claim"], CLAIM), "not a claim with the listed members", "claim")
    sources = read_manifests(payload["sources"])
    read_documents(payload["documents"])
    replay = Replay(payload, sources, read_facts(payload["facts"], sources))
    conclusion = replay_steps(replay, payload["steps"])
    check_claim(payload["claim"], conclusion)
    check_assumptions(payload["assumes"], replay.assumptions)
    check_use(payload, replay)


def check_file(data, keys=None):
    """Check the bytes of a file. `keys` are from read_keys, or None to leave the signature unchecked."""
    result = {"code": VALID, "signature": "unchecked", "place": None}
    try:
        payload, keyid, signature = open_envelope(data)
        if keys is not None:
            result["signature"] = "valid" if signature_is_valid(payload, keyid, signature, keys) else "invalid"
            require(result["signature"] == "valid", "none of the keys made the signature", "signatures", list(keys), keyid)
        check_payload(payload)
    except Fault as fault:
        result.update(code=fault.code, place=fault.place, reason=fault.reason)
        if isinstance(fault, Invalid):
            result.update(expected=fault.expected, found=fault.found)
    return result


# ---------------------------------------------------------------------------------------------------
# The command line
# ---------------------------------------------------------------------------------------------------


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def check_examples(folder):
    """Check all examples of a folder; return 0 if all agree with expected.json."""
    keys = read_keys(os.path.join(folder, "keys.json"))
    expected = json.loads(read_bytes(os.path.join(folder, "expected.json")))
    agreeing = 0
    for name, wanted in sorted(expected.items()):
        result = check_file(read_bytes(os.path.join(folder, name)), keys)
        found = {member: result[member] for member in wanted}
        agreeing += found == wanted
        if found != wanted:
            print(f"{name}: expected {json.dumps(wanted)}, found {json.dumps(result)}")
    print(f"{agreeing} of {len(expected)} examples agree")
    return 0 if agreeing == len(expected) else 1


def mutate(task):
    """Put other values into one byte of a file; return how many mutations gave each code.

    Counts are [valid, invalid, not checkable, invalid by the signature alone]. A file is valid with keys
    only if it is so without them, so the slow signature is checked last.
    """
    original, position, values, keys = task
    counts = [0, 0, 0, 0]
    for value in set(values) - {original[position]}:
        data = original[:position] + bytes([value]) + original[position + 1:]
        code = check_file(data)["code"]
        if code == VALID:
            code = check_file(data, keys)["code"]
            counts[3] += code == INVALID
        counts[code] += 1
    return counts


def check_mutations(path, keys, bits_only):
    """Change every byte of a valid file to every other value, or by every bit; return 0 if none stays valid."""
    original = read_bytes(path)
    if check_file(original, keys)["code"] != VALID:
        raise ValueError(f"{path} is not valid to begin with")
    tasks = ((original, position, [byte ^ 1 << bit for bit in range(8)] if bits_only else range(256), keys)
             for position, byte in enumerate(original))
    with Pool() as pool:
        counts = [sum(column) for column in zip(*pool.imap_unordered(mutate, tasks, 50))]
    print(f"{sum(counts[:3])} mutations: {counts[VALID]} valid, {counts[INVALID]} invalid ({counts[3]} of them by the "
          f"signature alone), {counts[NOT_CHECKABLE]} not checkable")
    return 1 if counts[VALID] else 0


def main():
    parser = argparse.ArgumentParser(description="Check proof files of the format cam-proof/1.")
    parser.add_argument("file", nargs="?", help="a proof file")
    parser.add_argument("--keys", help="a file with public keys; without it, the signature is not checked")
    parser.add_argument("--examples", metavar="FOLDER", help="check the examples of a folder")
    parser.add_argument("--mutations", metavar="FILE", help="change every byte of a valid file (keys: beside it)")
    parser.add_argument("--bits", action="store_true", help="with --mutations: change single bits only, which is fast")
    arguments = parser.parse_args()
    if arguments.examples:
        return check_examples(arguments.examples)
    if arguments.mutations:
        beside = os.path.join(os.path.dirname(arguments.mutations), "keys.json")
        return check_mutations(arguments.mutations, read_keys(arguments.keys or beside), arguments.bits)
    if not arguments.file:
        parser.error("give a FILE, --examples or --mutations")
    result = check_file(read_bytes(arguments.file), read_keys(arguments.keys) if arguments.keys else None)
    print(json.dumps(result, ensure_ascii=False))
    return result["code"]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:  # a file that is not there, or no key file: nothing was checked
        sys.exit(print(f"verify_proof.py: {error}", file=sys.stderr) or NOT_CHECKABLE)
