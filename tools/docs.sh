#!/usr/bin/env bash
# tools/docs.sh: builds the site of the book and the references into build/site/html.
cd "$(dirname "$0")/.."
. tools/lib.sh
step build/logs/docs_pictures.log "drawing the pictures" python3 tools/draw_pictures.py .
NO_MKDOCS_2_WARNING=1 step build/logs/docs.log "building the site" \
  .venv-docs/bin/python tools/make_site.py .
say "build/site/html/index.html"
