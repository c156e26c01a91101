"""`/docs`: the documentation and the list of all problem codes. No page loads anything from another host."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, render_template_string, send_from_directory
from markupsafe import Markup, escape

from rules.table import REJECTIONS
from rules.texts.catalogue import catalogue
from service.docs import contract
from service.http.problem_codes import CODES, JOB_ERRORS, UNPROCESSABLE
from service.http.problems import Problem
from service.http.request_checks import query
from service.wiring import web_parts

routes = Blueprint("docs", __name__)

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of every page; Swagger UI sets styles from its script."""

ASSETS = frozenset({"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"})
CACHED_SECONDS = 86400

ROBOTS = """User-agent: *
Disallow: /v1/
Disallow: /t/
Disallow: /healthz
Disallow: /readyz
Disallow: /metrics
"""

SWAGGER_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>rollstream</title>
<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"><p>The contract as <a href="openapi.yaml">YAML</a> or <a href="openapi.json">JSON</a>.</p></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/assets/start.js"></script>
</body>
</html>
"""

START_SCRIPT = """SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: "none",
});
"""

PROBLEMS_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>rollstream: problems</title>
<link rel="icon" href="assets/favicon-32x32.png">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
dt { margin-top: 1rem; } dt:target { outline: 2px solid; outline-offset: .2rem; }
dd { margin: 0; } code { font-size: 1.05em; font-weight: 600; } small { opacity: .7; }
</style>
</head>
<body>
<h1>Problems</h1>
<p>Whatever goes wrong is answered with <code>application/problem+json</code> and one of these codes.
See <a href="../docs">all operations</a>.</p>
{% for section, entries in sections.items() %}
<h2>{{ section }}</h2>
<dl>
{% for entry in entries %}
<dt id="{{ entry.code }}"><a href="#{{ entry.code }}"><code>{{ entry.code }}</code></a>
<small>{{ "%d · " % entry.status if entry.status }}{{ entry.title }}</small></dt>
<dd>{{ entry.meaning | code }}</dd>
{% endfor %}
</dl>
{% endfor %}
</body>
</html>
"""


class ProblemEntry(NamedTuple):
    """An entry of the list of problems; the error of a job has no status."""

    code: str
    status: int | None
    title: str
    meaning: str


@routes.get("/docs")
@query(None)
def page() -> Response:
    return _page(SWAGGER_PAGE)


@routes.get("/docs/problems")
@query(None)
def problems() -> Response:
    return _page(render_template_string(PROBLEMS_PAGE, sections=_sections()))


@routes.get("/docs/assets/<name>")
@query(None)
def asset(name: str) -> Response:
    if name == "start.js":
        return Response(START_SCRIPT, content_type="text/javascript; charset=utf-8")
    if name not in ASSETS:
        raise Problem("route-unknown", f"There is no {name!r}.")
    import flask_swagger_ui  # has these files, and imports more than we need

    return send_from_directory(Path(flask_swagger_ui.__file__).with_name("dist"), name, max_age=CACHED_SECONDS)


@routes.get("/robots.txt")
def robots() -> Response:
    """Keep crawlers away from the API, its streams, and the pages of which every table or every version of a table has one."""
    return Response(ROBOTS, headers={"Cache-Control": f"public, max-age={CACHED_SECONDS}"}, content_type="text/plain; charset=utf-8")


@routes.get("/openapi.yaml")
def contract_as_yaml() -> Response:
    return Response(contract.as_yaml(), content_type="application/yaml")


@routes.get("/openapi.json")
def contract_as_json() -> Response:
    return Response(contract.as_json(), content_type="application/json")


@routes.get("/docs/table.schema.json")
def schema_of_files() -> Response:
    return Response(contract.table_schema(), content_type="application/schema+json")


@routes.get("/docs/verify.mjs")
def second_verifier() -> Response:
    return Response(contract.verifier(), content_type="text/javascript; charset=utf-8")


def _markdown_page(path: str) -> Response:
    return Response(contract.page(path), content_type="text/markdown; charset=utf-8")


def _follower(name: str) -> Response:
    return Response(contract.follower(name), content_type=f"{contract.FOLLOWERS[name]}; charset=utf-8")


for _name in contract.FOLLOWERS:
    routes.add_url_rule(f"/docs/{_name}", f"follower_{_name.replace('.', '_')}", partial(_follower, _name))

for _path in contract.PAGES:
    routes.add_url_rule(f"/docs/{_path}", f"about_{_path.removesuffix('.md')}", partial(_markdown_page, _path))


@routes.app_template_filter("code")
def _code(text: str) -> Markup:
    """The text as HTML, with `names` in backticks set as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def _page(html: str) -> Response:
    return Response(html, headers={"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")


def _sections() -> Mapping[str, list[ProblemEntry]]:
    """Every code once, by section: the service, tables, and each game. A code of several games is listed with the first."""
    sections = defaultdict(list)
    sections["The service"] = [ProblemEntry(code, kind.status, kind.title, kind.meaning) for code, kind in CODES.items()]
    known = set(CODES)
    refusals = {"Tables": REJECTIONS, **{game.name: catalogue(game, "en")["rejections"] for game in web_parts().games.values()}}
    for name, rejections in refusals.items():
        sections[name] = [_refused(code, _meaning(code, refusals)) for code in rejections if code not in known]
        known |= rejections.keys()
    sections["Jobs that fail"] = [ProblemEntry(code, None, "The job has failed", meaning) for code, meaning in JOB_ERRORS.items()]
    return sections


def _meaning(code: str, refusals: Mapping[str, Mapping[str, str]]) -> str:
    """The meaning of a code; if it differs between games, the meaning in each game."""
    meanings = {name: rejections[code] for name, rejections in refusals.items() if code in rejections}
    if len(set(meanings.values())) == 1:
        return meanings.popitem()[1]
    return " ".join(f"`{name}`: {meaning}" for name, meaning in meanings.items())


def _refused(code: str, meaning: str) -> ProblemEntry:
    return ProblemEntry(code, 422 if code in UNPROCESSABLE else 409, "The rules do not allow this", meaning)
