import { at, fields, instant, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { IdpEntry } from '../../read/idp-entry';
import type { OktaBundle } from '../../read/okta-bundle';

/** An application of an org. */
export interface OktaApp {
  id: string;
  label: string;
  /** Name in Okta's catalogue, such as `amazon_aws`; a custom application has its own. */
  catalogName: string;
  signOnMode: string;
  /** An assigned user can use it. */
  isActive: boolean;
  settings: Record<string, unknown>;
  clientId: string;
  uri: string;
  /** Issuer of the org without `https://`; empty where the application does not state it. */
  domain: string;
  entry: IdpEntry;
}

const SIGN_ON_MODES = new Set(
  'AUTO_LOGIN BASIC_AUTH BOOKMARK BROWSER_PLUGIN OPENID_CONNECT SAML_1_1 SAML_2_0 SECURE_PASSWORD_STORE WS_FEDERATION'.split(' '),
);

/** Returns applications by id. */
export function addApps(draft: SourceDraft, { apps }: OktaBundle): Map<string, OktaApp> {
  const found = new Map<string, OktaApp>();
  for (const entry of apps ?? []) {
    const { id, name, label, signOnMode, status, settings, created, credentials } = entry.fields;
    const key = text(id);
    if (key === '') {
      draft.warn(entry, '/id', 'An application without an id was left out.');
      continue;
    }
    if (found.has(key)) continue;
    if (typeof signOnMode === 'string' && !SIGN_ON_MODES.has(signOnMode)) {
      draft.warn(entry, '/signOnMode', `The Okta sign-on mode ${signOnMode} is unknown, so the sign-in targets of the application were left out.`);
    }
    const shown = text(label) || text(name) || key;
    const { uri } = draft.add({
      type: 'OKTA_APPLICATION',
      id: key,
      nativeId: key,
      name: shown,
      isIdentity: false,
      isResource: true,
      attributes: {
        application: text(name),
        signonmode: text(signOnMode),
        ...(typeof status === 'string' ? { status: status.toLowerCase() } : {}),
        ...instant('created', created),
      },
    });
    found.set(key, {
      id: key,
      label: shown,
      catalogName: text(name),
      signOnMode: text(signOnMode),
      isActive: text(status) === 'ACTIVE',
      settings: fields(settings),
      clientId: text(at(credentials, 'oauthClient', 'client_id')),
      uri,
      domain: /^https:\/\/([^/]+)\//.exec(selfLink(entry))?.[1]?.replace(/-admin(?=\.okta)/, '') ?? '',
      entry,
    });
  }
  return found;
}

function selfLink({ fields: app }: IdpEntry): string {
  return text(at(app, '_links', 'self', 'href')) || text(at(app, '_links', 'users', 'href'));
}
