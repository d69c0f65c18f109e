#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readPublicKeys } from '../src/index';
import { verifyFile } from './verify-file';

const USAGE = `Replays proofs of CAM without any server.

  node cam-verify.mjs proof.json [--key keys.json] [--json]
  node cam-verify.mjs evidence.zip [--key keys.json] [--json]

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
const { report, words } = await verifyFile(file, keys).catch((error: Error) => refuse(`${file} cannot be read: ${error.message}`));
process.stdout.write(`${asJson ? JSON.stringify(report, null, 2) : words}\n`);
process.exitCode = report.code;
