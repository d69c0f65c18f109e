import { MOUNT_PATH } from './mount-path';

export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="44" height="44" role="img" aria-label="CAM"><rect width="40" height="40" rx="10" fill="#2447d8"/><path d="M20 8 31 14v12L20 32 9 26V14Z" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round"/><circle cx="20" cy="20" r="3.6" fill="#fff"/><path d="M20 16.4V8M23.1 21.8 31 26M16.9 21.8 9 26" stroke="#fff" stroke-width="2.4"/></svg>`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * @param script name of the page's script; null for none
 * @param head trusted markup for the head
 */
export function page(title: string, content: string, script: 'send-form.js' | 'passkey.js' | 'password.js' | null = null, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} – CAM</title><link rel="icon" href="${MOUNT_PATH}/icon.svg"><link rel="stylesheet" href="${MOUNT_PATH}/pages.css">
${script ? `<script src="${MOUNT_PATH}/${script}" defer></script>` : ''}${head}</head><body><main class="card">${LOGO}<p class="product">Cloud access management</p>${content}</main></body></html>`;
}

export interface Message {
  title: string;
  text: string;
  link?: { href: string; label: string };
  /** Trusted markup. */
  extra?: string;
  /** The page submits its form by itself. */
  sendForm?: boolean;
}

export function messagePage({ title, text, link, extra = '', sendForm = false }: Message): string {
  const anchor = link ? `<a class="primary" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>` : '';
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${extra}${anchor}`, sendForm ? 'send-form.js' : null);
}

export interface SignInView {
  uid: string;
  email: string;
  error: string | null;
  helpUrl: string;
  /** Some users sign in with the provider of their organization. */
  hasSignOn: boolean;
}

/** Returns the sign-in form. After a failure it keeps the e-mail and shows an error that does not say which field was wrong. */
export function signInPage({ uid, email, error, helpUrl, hasSignOn }: SignInView): string {
  const message = error ? `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>` : '';
  const described = error ? 'aria-describedby="error" aria-invalid="true"' : '';
  const other = hasSignOn ? `<p class="help"><a href="${signInPath(uid)}">Use another e-mail or single sign-on</a></p>` : '';
  return page(
    'Sign in',
    `<h1>Sign in</h1>${message}
<form method="post" action="${signInPath(uid)}">
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}" ${email ? '' : 'autofocus'} ${described}>
${passwordField({ label: 'Password', autocomplete: 'current-password', attributes: `${email ? 'autofocus' : ''} ${described}` })}
<button class="primary" type="submit">Sign in</button></form>
${other}<p class="help"><a href="${escapeHtml(helpUrl)}" target="_blank" rel="noreferrer">Help</a></p>`,
    'password.js',
  );
}

/** Returns the form that asks for the e-mail, which decides how the user signs in. */
export function emailPage({ uid, email, error, helpUrl }: Omit<SignInView, 'hasSignOn'>): string {
  const message = error ? `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>` : '';
  return page(
    'Sign in',
    `<h1>Sign in</h1>${message}
<form method="post" action="${signInPath(uid)}">
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required autofocus value="${escapeHtml(email)}" ${error ? 'aria-describedby="error"' : ''}>
<button class="primary" type="submit">Continue</button></form>
<p class="help"><a href="${signInPath(uid)}?with=password">Sign in with a password</a></p>
<p class="help"><a href="${escapeHtml(helpUrl)}" target="_blank" rel="noreferrer">Help</a></p>`,
  );
}

/**
 * Returns the page that leads to the provider of an organization. It is no redirect, because the content security policy lets a form lead to CAM alone.
 */
export function leavePage({ name, url }: { name: string; url: string }): string {
  const target = escapeHtml(url);
  return page(
    'Signing in',
    `<h1>Signing in</h1><p role="status">Taking you to the sign-in page of ${escapeHtml(name)}…</p><a class="primary" href="${target}">Continue</a>`,
    null,
    `<meta http-equiv="refresh" content="0;url=${target}">`,
  );
}

function signInPath(uid: string): string {
  return `${MOUNT_PATH}/sign-in/${encodeURIComponent(uid)}`;
}

/** Returns a password field with a button that shows what was typed. Without scripts there is no button. */
export function passwordField({ label, autocomplete, attributes = '' }: { label: string; autocomplete: string; attributes?: string }): string {
  return `<label for="password">${label}</label><div class="password"><input id="password" name="password" type="password" autocomplete="${autocomplete}" required ${attributes}><button class="plain" type="button" hidden aria-controls="password" aria-label="Show the typed characters">Show</button></div>`;
}

export const PASSWORD_SCRIPT = `const field = document.getElementById('password');
const button = document.querySelector('.password button');
const show = (isShown) => {
  field.type = isShown ? 'text' : 'password';
  button.textContent = isShown ? 'Hide' : 'Show';
  button.setAttribute('aria-label', (isShown ? 'Hide' : 'Show') + ' the typed characters');
};
button.hidden = false;
button.addEventListener('click', () => show(field.type === 'password'));
// Browsers offer to store the content of password fields only.
field.form.addEventListener('submit', () => show(false));
`;

export const SEND_FORM_SCRIPT = `const form = document.forms[0];
const answer = document.createElement('input');
answer.type = 'hidden';
answer.name = 'logout';
answer.value = 'yes';
form.append(answer);
form.submit();
`;

export const PAGES_CSS = `:root{color-scheme:light dark;--bg:#eef1f7;--card:#fff;--text:#16203a;--muted:#55607a;--line:#c3cadb;--accent:#2447d8;--on:#fff;--bad:#b3261e;--badbg:#fdecea}
@media (prefers-color-scheme:dark){:root{--bg:#0d1322;--card:#161e31;--text:#e8ecf6;--muted:#9aa6c0;--line:#34405c;--accent:#6f8cff;--on:#0d1322;--bad:#ffb4ab;--badbg:#3a1f1f}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
.card{width:min(400px,calc(100vw - 32px));background:var(--card);border:1px solid var(--line);border-radius:14px;padding:36px 32px;box-shadow:0 18px 50px -24px #0b153766}
.help{margin:16px 0 0;text-align:center}.help a{color:var(--accent)}
.product{margin:12px 0 0;color:var(--muted);font-size:13px}h1{margin:4px 0 20px;font-size:24px;line-height:1.25}
label{display:block;margin:14px 0 6px;font-weight:550}input{width:100%;height:42px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
input:focus-visible,.primary:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 45%,transparent);outline-offset:1px;border-color:var(--accent)}
.primary{display:inline-grid;place-items:center;width:100%;height:44px;margin-top:24px;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.secondary,.plain{border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:550;cursor:pointer}
.secondary{width:100%;height:44px;margin-top:12px}.plain{height:34px;padding:0 12px}.secondary:focus-visible,.plain:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 45%,transparent);outline-offset:1px}
hr{margin:28px 0 12px;border:0;border-top:1px solid var(--line)}small{color:var(--muted)}.qr{display:block;width:200px;height:200px;margin:16px auto;border-radius:8px;background:#fff}
.secret{font-family:ui-monospace,monospace;text-align:center;overflow-wrap:anywhere}.codes{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:6px 16px;margin:16px 0 0;padding:0;list-style:none;font-family:ui-monospace,monospace;font-size:13px;white-space:nowrap}
.factors{margin:0 0 12px;padding:0;list-style:none}.factors li{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:10px 0;border-bottom:1px solid var(--line)}
.password{display:flex;gap:8px}.password .plain{flex:none;height:42px;min-width:72px}.password .plain[hidden]{display:none}
.error{margin:0 0 12px;padding:10px 12px;border-radius:8px;background:var(--badbg);color:var(--bad)}
`;
