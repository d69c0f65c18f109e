import { Secret, TOTP } from 'otpauth';
import type { TestTenant } from './client';
import { Visitor, type Page } from './visitor';

const PERIOD = 30_000;

/** Submits the form of a page whose address ends in `action`. */
export function send({ visitor }: { visitor: Visitor }, page: Page, action: string, fields: Record<string, string> = {}): Promise<Page> {
  const [, address = '', content = ''] = new RegExp(`<form method="post" action="([^"]+/${action})"[^>]*>(.*?)</form>`, 's').exec(page.html) ?? [];
  if (address === '') throw new Error(`the page has no form ${action}:\n${page.html}`);
  const hidden = Object.fromEntries(
    [...content.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  return visitor.open(new URL(address, visitor.base).href, { ...hidden, ...fields });
}

/** Returns the error that a page shows; empty for none. */
export const errorIn = ({ html }: Page): string => /role="alert" id="error">([^<]*)</.exec(html)?.[1] ?? '';
/** Returns the recovery codes of a page. */
export const codesIn = ({ html }: Page): string[] => [...html.matchAll(/<li>([a-z0-9]{4}(?:-[a-z0-9]{4}){5})<\/li>/g)].map(([, code = '']) => code);
/** Returns the secret of a new app that a page shows. */
export const secretIn = ({ html }: Page): string => (/class="secret">([^<]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');

/** Returns the code that confirms a new app. */
export function firstCodeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** Returns the code of the next period, which the server accepts already: the first one was used. */
export function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + PERIOD });
}

/** Opens the page that manages second factors, with the password. */
export async function manage(
  tenant: TestTenant,
  password = tenant.adminPassword,
  visitor = new Visitor(),
): Promise<{ visitor: Visitor; page: Page }> {
  const page = await visitor.open(`${visitor.base}/identity/second-factor`, { email: tenant.adminEmail, password });
  return { visitor, page };
}

/** Adds an authenticator app, and returns its secret and the recovery codes. */
export async function addApp(tenant: TestTenant, base?: string): Promise<{ secret: string; codes: string[] }> {
  const { visitor, page } = await manage(tenant, tenant.adminPassword, new Visitor(base));
  const shown = await send({ visitor }, page, 'new-app');
  const secret = secretIn(shown);
  const codes = codesIn(await send({ visitor }, shown, 'add-app', { code: firstCodeOf(secret) }));
  return { secret, codes };
}
