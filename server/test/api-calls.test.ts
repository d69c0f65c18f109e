import { spawnSync } from 'node:child_process';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Scope } from '@cam/contracts';
import { api, createTenant, serverUrl, tokenFor } from './support/client';
import { claimsOf, signIn } from './support/visitor';
import { DEMO_PASSWORD } from './support/server-process.cjs';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a bearer token', () => {
  it('is required, and the error without it carries a tracking ID', async () => {
    const answer = await api('GET /v1/tenants');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.error).toEqual({
      error: 'Unauthorized',
      code: 'TOKEN_MISSING',
      message: expect.any(String),
      user_message: 'You are not signed in. Please sign in.',
      trackingId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('is rejected if it was modified, signed with another key, or not signed', async () => {
    const token = await tokenFor({ tenant: 'demo' });
    const [header = '', , signature = ''] = token.split('.');
    const claims = { ...claimsOf(token), tenant: 'another' };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const input = `${header}.${base64(claims)}`;
    const forged = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    const symmetric = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
    const withOwnKey = `${base64({ alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) })}.${base64(claims)}`;
    const badTokens = [
      `${header}.${base64(claims)}.${signature}`,
      `${input}.${forged}`,
      `${base64({ alg: 'none' })}.${base64(claims)}.`,
      `${symmetric}.${createHmac('sha256', JSON.stringify(publicKey.export({ format: 'jwk' })))
        .update(symmetric)
        .digest('base64url')}`,
      `${withOwnKey}.${sign('sha256', Buffer.from(withOwnKey), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
      'not-a-token',
    ];
    for (const bad of badTokens) {
      const answer = await api('GET /v1/tenants', {}, bad);
      expect([answer.status, answer.error.code]).toEqual([401, 'TOKEN_INVALID']);
    }
  });

  it('is rejected if it is an ID token', async () => {
    const tokens = await signIn('admin@demo.example', DEMO_PASSWORD);
    expect((await api('GET /v1/tenants', {}, tokens.id_token)).error.code).toBe('TOKEN_INVALID');
  });

  it("is not issued by the operator call without the installation's operator key", async () => {
    for (const authorization of ['', 'Operator wrong', 'Operator ', `Bearer ${await tokenFor({ tenant: 'demo' })}`]) {
      const answer = await api('POST /v1/operator/token', { body: { tenant: 'demo' }, headers: { authorization } });
      expect([answer.status, answer.error.code]).toEqual([401, 'OPERATOR_KEY_REQUIRED']);
    }
  });
});

describe('a call that writes', () => {
  it('is refused with 403 for a user with only the right to read', async () => {
    const { tenantId } = await createTenant();
    const scopes: Scope[] = ['cam:general:read'];
    const viewer = await tokenFor({ tenant: tenantId, scopes });
    const key = 'PATCH /v1/tenants/featureflag/{featureflag}';
    const answer = await api(key, { path: { featureflag: 'UI_REPORTS' }, body: { value: true } }, viewer);
    expect(answer.status).toBe(403);
    expect(answer.error).toMatchObject({ code: 'RIGHT_MISSING', details: { anyOf: ['CAM_GENERAL_WRITE', 'CAM_OPERATOR'] } });
    const after = await api('GET /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' } }, viewer);
    expect(after.body.value).toBe(false);
  });
});

describe('input validation', () => {
  it('reports each invalid, unknown or missing field', async () => {
    const { token } = await createTenant();
    const path = { featureflag: 'UI_REPORTS' };
    const answer = await api('PATCH /v1/tenants/featureflag/{featureflag}', { path, body: { value: 'yes', colour: 1 } as never }, token);
    expect(answer.status).toBe(422);
    expect(answer.error.code).toBe('INVALID_INPUT');
    expect(answer.error.details).toEqual({
      fields: expect.arrayContaining([
        { in: 'body', field: 'value', message: 'must be boolean' },
        { in: 'body', field: 'colour', message: 'is not known here' },
      ]),
    });
    const missing = await api('GET /v1/tenants/users', {}, token);
    expect(missing.error.details).toEqual({ fields: [{ in: 'query', field: 'email', message: 'is missing' }] });
  });

  it('answers 400 for invalid JSON, 415 for another content type, and 413 for a body that is too large', async () => {
    const key = 'POST /v1/tenants/users/auth/token';
    expect((await api(key, { raw: { content: '{"grant_type":', type: 'application/json' } })).status).toBe(400);
    expect((await api(key, { raw: { content: 'grant_type=x', type: 'text/plain' } })).error.code).toBe('NOT_JSON');
    expect((await api(key, { raw: { content: `"${'x'.repeat(3 * 1024 * 1024)}"`, type: 'application/json' } })).status).toBe(413);
  });

  it('accepts the account filter and the request ID in every call', async () => {
    const { token } = await createTenant();
    const query = { account_id: '1', account_uid: 'u', 'req_hdr.tid': 'abc' };
    expect((await api('GET /v1/tenants', { query }, token)).status).toBe(200);
    const body = { value: true, req_hdr: { tid: 'abc' }, account_id: '1', account_uid: 'u' };
    expect((await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body }, token)).status).toBe(200);
  });
});

describe('a request for an unknown address', () => {
  it("gets a JSON 404 outside the console's files, whatever the method", async () => {
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['POST', '/v1/tenants'],
      ['DELETE', '/beta/x'],
      ['POST', '/anything'],
    ] as const) {
      const response = await fetch(serverUrl + path, { method, headers: { accept: 'text/html' } });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'Not Found', code: 'UNKNOWN_CALL' });
    }
  });

  it('never returns a file from outside the assets folder', async () => {
    for (const path of ['/assets/none.js', '/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/package.json', '/..%2fpackage.json']) {
      expect((await fetch(serverUrl + path)).status).not.toBe(200);
    }
  });
});

describe('every API response', () => {
  it('has headers that prevent browsers from executing or caching it', async () => {
    const { headers } = await api('GET /v1/tenants/users/auth');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the API document', () => {
  it('is valid OpenAPI 3.1, and each call has a name, a subject, its scopes and its refusals', async () => {
    const text = await (await fetch(`${serverUrl}/v1/openapi.json`)).text();
    const folder = mkdtempSync(join(tmpdir(), 'cam-openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, text);
    const validator = join(dirname(require.resolve('@seriousme/openapi-schema-validator')), 'bin/validate-api-cli.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [validator, file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    const { paths, tags } = JSON.parse(text) as { paths: Record<string, Record<string, Record<string, unknown>>>; tags: { name: string }[] };
    expect(paths['/v1/alerts/groups']?.get).toMatchObject({
      operationId: 'getAlertsGroups',
      tags: ['Work on alerts'],
      'x-cam-scopes': ['cam:alerts:read', 'cam:alerts:write'],
    });
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ operationId, responses }) => !operationId || !responses)).toEqual([]);
    expect(operations.flatMap((operation) => operation.tags as string[]).filter((tag) => !tags.some(({ name }) => name === tag))).toEqual([]);
  });

  it('lists only served calls, each with its rights and security scheme', async () => {
    const response = await fetch(`${serverUrl}/v1/openapi.json`);
    const document = (await response.json()) as { openapi: string; paths: Record<string, Record<string, Record<string, unknown>>> };
    expect(document.openapi).toBe('3.1.0');
    const patch = document.paths['/v1/tenants/featureflag/{featureflag}']?.patch;
    expect(patch).toMatchObject({ 'x-cam-access': ['CAM_GENERAL_WRITE', 'CAM_OPERATOR'], security: [{ bearer: [] }] });
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of Object.keys(operations)) {
        const called = await fetch(serverUrl + path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
        const body = called.headers.get('content-type')?.includes('json') ? ((await called.json()) as { code?: string }) : {};
        expect(body.code).not.toBe('UNKNOWN_CALL');
      }
    }
  });
});
