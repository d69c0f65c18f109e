import { renderSVG } from 'uqr';
import type { PasswordRules } from '../../platform/security/password-rules';
import { escapeHtml, page, passwordField } from './pages';
import { appUri, type Factor } from './second-factors';
import { MOUNT_PATH } from './mount-path';

/** The values that every page of a second factor needs. */
export interface FactorView {
  /** Address of the forms; the name of the action follows. */
  base: string;
  /** The sealed step. */
  step: string;
  error?: string | null;
}

/** A form that sends the step. @param fields trusted markup */
function form({ base, step }: FactorView, action: string, fields: string, attributes = ''): string {
  return `<form method="post" action="${base}/${action}" ${attributes}><input type="hidden" name="step" value="${step}">${fields}</form>`;
}

const button = (label: string, kind = 'primary'): string => `<button class="${kind}" type="submit">${label}</button>`;

const errorOf = ({ error }: FactorView): string => (error ? `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>` : '');

/** A button that asks the browser for a passkey. The script fills the answer in and submits the form. */
function passkeyForm(view: FactorView, action: string, { options, label, kind }: { options: string; label: string; kind: string }): string {
  const mode = action === 'add-passkey' ? 'create' : 'get';
  const fields = `<input type="hidden" name="response"><p class="error" role="alert" hidden></p>${button(label, kind)}`;
  return form(view, action, fields, `data-passkey="${mode}" data-options="${escapeHtml(options)}"`);
}

/** Asks for the second factor. @param options of the user's passkeys; null without any */
export function verifyPage(view: FactorView, { options, hasApp }: { options: string | null; hasApp: boolean }): string {
  const label = hasApp ? 'Code of the authenticator app, or a recovery code' : 'Recovery code';
  const described = view.error ? 'aria-describedby="error" aria-invalid="true"' : '';
  const code = `<label for="code">${label}</label><input id="code" name="code" autocomplete="one-time-code" required maxlength="40" ${hasApp ? 'autofocus' : ''} ${described}>${button('Continue')}`;
  const passkey = options === null ? '' : passkeyForm(view, 'passkey', { options, label: 'Use a passkey', kind: hasApp ? 'secondary' : 'primary' });
  const forms = hasApp ? form(view, 'code', code) + passkey : `${passkey}<hr>${form(view, 'code', code)}`;
  return page('Second step', `<h1>Second step</h1><p>Confirm that it is you.</p>${errorOf(view)}${forms}`, options === null ? null : 'passkey.js');
}

/** Offers the kinds of a second factor to a user whose tenant requires one. */
export function choosePage(view: FactorView, options: string): string {
  const text = 'Your administrator requires a second step at sign-in. Choose one of these.';
  return page('Set up a second step', `<h1>Set up a second step</h1><p>${text}</p>${errorOf(view)}${addForms(view, options)}`, 'passkey.js');
}

function addForms(view: FactorView, options: string): string {
  const passkey = passkeyForm(view, 'add-passkey', { options, label: 'Add a passkey', kind: 'secondary' });
  return `${form(view, 'new-app', button('Add an authenticator app', 'secondary'))}${passkey}`;
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function appPage(view: FactorView, { secret, email }: { secret: string; email: string }): string {
  const picture = renderSVG(appUri(secret, email), { border: 2 }).replace('<svg ', '<svg role="img" aria-label="QR code of the secret" class="qr" ');
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ');
  const described = view.error ? 'aria-describedby="error" aria-invalid="true"' : '';
  const code = `<label for="code">Code that the app shows</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="10" autofocus ${described}>${button('Confirm')}`;
  return page(
    'Add an authenticator app',
    `<h1>Add an authenticator app</h1><p>Scan this code with the app, or type the secret into it.</p>${picture}<p class="secret">${spaced}</p>${errorOf(view)}${form(view, 'add-app', code)}`,
  );
}

/** Shows new recovery codes, once. */
export function recoveryPage(view: FactorView, codes: readonly string[]): string {
  const list = codes.map((code) => `<li>${code}</li>`).join('');
  return page(
    'Recovery codes',
    `<h1>Recovery codes</h1><p>Keep these codes in a safe place. Each replaces your second step once. They are not shown again.</p><ul class="codes">${list}</ul>${form(view, 'continue', button('I have stored the codes'))}`,
  );
}

/** Lists the second factors of a user, to add and remove them. */
export function managePage(view: FactorView, state: { factors: readonly Factor[]; codesLeft: number; isRequired: boolean; options: string }): string {
  const { factors, codesLeft, isRequired, options } = state;
  const isFixed = isRequired && factors.length === 1;
  const entries = factors.map(({ factorId, name, createdAt }) => {
    const remove = `<input type="hidden" name="factor" value="${escapeHtml(factorId)}"><button class="plain" type="submit" aria-label="Remove ${escapeHtml(name)}">Remove</button>`;
    const since = createdAt.toISOString().slice(0, 10);
    return `<li><span><strong>${escapeHtml(name)}</strong><br><small>Added ${since}</small></span>${isFixed ? '' : form(view, 'remove', remove)}</li>`;
  });
  const list = factors.length > 0 ? `<ul class="factors">${entries.join('')}</ul>` : '<p>Your password alone signs you in.</p>';
  const fixed = isFixed ? '<p>Your administrator requires a second step, so you cannot remove the last one.</p>' : '';
  const codes =
    factors.length > 0 ? `<p>${codesLeft} recovery codes left.</p>${form(view, 'new-codes', button('Create new recovery codes', 'secondary'))}` : '';
  const back = '<a class="primary" href="/settings/profile">Back to the console</a>';
  return page('Two-step sign-in', `<h1>Two-step sign-in</h1>${errorOf(view)}${list}${fixed}${addForms(view, options)}${codes}${back}`, 'passkey.js');
}

/** Asks a user with a first password for one that nobody else knows. */
export function choosePasswordPage(view: FactorView, rules: PasswordRules): string {
  const described = view.error ? 'aria-describedby="error" aria-invalid="true"' : '';
  const field = passwordField({ label: 'New password', autocomplete: 'new-password', attributes: `autofocus ${described}` });
  const hint =
    rules === 'length' ? 'at least 12 characters of any kind.' : 'at least 10 characters, among them upper-case, lower-case and special characters.';
  const text = `Your operator knows your first password. Choose one that nobody else knows. It needs ${hint}`;
  const content = form(view, 'choose-password', `${field}${button('Set the password')}`);
  return page('Choose a password', `<h1>Choose a password</h1><p>${text}</p>${errorOf(view)}${content}`, 'password.js');
}

/** Asks for the password before second factors are managed. */
export function managePasswordPage(email: string, error: string | null): string {
  const message = error ? `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>` : '';
  return page(
    'Two-step sign-in',
    `<h1>Two-step sign-in</h1><p>Enter your password to change how you sign in.</p>${message}
<form method="post" action="${MOUNT_PATH}/second-factor">
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}">
${passwordField({ label: 'Password', autocomplete: 'current-password', attributes: 'autofocus' })}
${button('Continue')}</form>`,
    'password.js',
  );
}

/** Asks the browser for a passkey, and sends its answer. */
export const PASSKEY_SCRIPT = `const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
const toText = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
const withBytes = (list = []) => list.map((one) => ({ ...one, id: toBytes(one.id) }));

async function ask(form) {
  const options = JSON.parse(form.dataset.options);
  options.challenge = toBytes(options.challenge);
  if (form.dataset.passkey === 'create') {
    options.user.id = toBytes(options.user.id);
    options.excludeCredentials = withBytes(options.excludeCredentials);
    return navigator.credentials.create({ publicKey: options });
  }
  options.allowCredentials = withBytes(options.allowCredentials);
  return navigator.credentials.get({ publicKey: options });
}

function toJson({ id, rawId, type, response }) {
  const fields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const sent = Object.fromEntries(fields.filter((field) => response[field]).map((field) => [field, toText(response[field])]));
  return JSON.stringify({ id, rawId: toText(rawId), type, response: sent, clientExtensionResults: {} });
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const error = form.querySelector('.error');
    error.hidden = true;
    try {
      form.elements.response.value = toJson(await ask(form));
      form.submit();
    } catch (problem) {
      const isKnown = problem.name === 'InvalidStateError';
      error.textContent = isKnown ? 'This passkey is added already.' : 'The browser returned no passkey. Try again, or choose another way.';
      error.hidden = false;
    }
  });
}
`;
