#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readPublicKeys, reportInWords, verify } from '../src/index';

const USAGE = `Replays a proof of CAM without any server.

  node cam-verify.mjs proof.json [--key keys.json] [--json]

  --key   public keys: PEM, or the answer of GET /v1/proofs/keys. Without it, the signature is not checked.
  --json  prints the findings as JSON

Exit codes: 0 valid, 1 invalid, 2 not checkable by this version, 64 wrong use.`;

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(64);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const args = process.argv.slice(2);
const asJson = args.includes('--json');
const keyAt = args.indexOf('--key');
const keyFile = keyAt < 0 ? undefined : args[keyAt + 1];
const [file, ...others] = args.filter((arg, index) => arg !== '--json' && arg !== '--key' && (keyAt < 0 || index !== keyAt + 1));
if (file === undefined || others.length > 0 || file.startsWith('-') || (keyAt >= 0 && keyFile === undefined)) refuse(USAGE);
const keys = keyFile === undefined ? [] : readPublicKeys(textOf(keyFile));
if (keyFile !== undefined && keys.length === 0) refuse(`${keyFile} has no public key. Give a PEM file, or the answer of GET /v1/proofs/keys.`);
const report = await verify(textOf(file), keys);
process.stdout.write(`${asJson ? JSON.stringify(report, null, 2) : reportInWords(report)}\n`);
process.exitCode = report.code;
