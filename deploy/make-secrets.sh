#!/bin/sh
# Creates the files that docker-compose.yml reads from deploy/secrets: the password of the first administrator, a database password, the key that encrypts
# secrets, and a self-signed certificate for localhost, which you replace by your own. Existing files keep their content. `.env` gets the group that may read
# them.
set -eu
folder="$(dirname "$0")/secrets"
umask 077
mkdir -p "$folder"
cd "$folder"
# The prefix has every kind of character that the password rules ask for; chance alone may leave one out.
[ -e admin_password ] || printf 'Aa-%s\n' "$(openssl rand -base64 18)" > admin_password
[ -e database_password ] || openssl rand -hex 24 > database_password
[ -e database_url ] || printf 'postgres://cam:%s@postgres:5432/cam\n' "$(cat database_password)" > database_url
[ -e secret_key ] || openssl rand -base64 32 > secret_key
[ -e tls_key ] || openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout tls_key -out tls_certificate 2> /dev/null
# Containers read them under users of their own, which Compose puts into this group. Nobody else can read them.
group="$(id -g)"
[ "$group" != 0 ] || group=28282
chgrp "$group" ./*
chmod 640 ./*
env="../../.env"
if ! grep -qs '^CAM_SECRETS_GROUP=' "$env"; then printf 'CAM_SECRETS_GROUP=%s\n' "$group" >> "$env"; fi
