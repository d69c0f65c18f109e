#!/bin/sh
# The steps that make the image of one area, as deploy/Dockerfile runs them, in the root of the repository:
#   sh deploy/image-remote.sh alerts OUT
# OUT/release is the built release, OUT/app what publishes it; node_modules are the only thing that is missing there.
set -eu
remote=$1
out=$2

node scripts/build.mjs "remotes/$remote"
mkdir -p "$out/app/server" "$out/app/deploy"
cp -R "remotes/$remote/dist" "$out/release"
cp package.json package-lock.json "$out/app/"
cp -R scripts contracts "$out/app/"
cp -R server/src "$out/app/server/src"
cp deploy/publish-remote.mjs "$out/app/deploy/"
