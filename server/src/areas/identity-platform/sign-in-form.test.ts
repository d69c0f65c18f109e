import { Readable } from 'node:stream';
import fc from 'fast-check';
import { parseForm, readForm } from './sign-in-form';

it('reads forms as browsers write them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), { maxLength: 3 }),
      fc.string({ unit: 'binary' }),
      (pairs, password) => {
        const body = new URLSearchParams([...pairs.filter(([name]) => name !== 'password'), ['password', password]]).toString();
        const { password: expected, ...fields } = Object.fromEntries(new URLSearchParams(body));
        const form = parseForm(Buffer.from(body));
        expect({ ...form.fields }).toEqual(fields);
        expect(form.password.toString()).toBe(expected);
      },
    ),
  );
});

it('reads forms that no browser writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '%', '4', '1', 'g', '+', '&', '=') }), (body) => {
      expect({ ...parseForm(Buffer.from(body)).fields }).toEqual(Object.fromEntries(new URLSearchParams(body)));
    }),
  );
  // Node.js reads a letter beside a broken escape differently from the URL standard, so this is not compared with it.
  expect({ ...parseForm(Buffer.from('ä%aa=ö')).fields }).toEqual({ 'ä\ufffd': 'ö' });
});

it('overwrites what it received, also when the form is refused', async () => {
  const received = (): Buffer[] => ['email=ann%40x.example&pass', 'word=Right-password-1'].map((text) => Buffer.from(text));
  const chunks = received();
  const form = await readForm(Readable.from(chunks), 1000);
  expect([form.fields.email, form.password.toString()]).toEqual(['ann@x.example', 'Right-password-1']);
  expect(Buffer.concat(chunks).every((byte) => byte === 0)).toBe(true);
  const refused = received();
  await expect(readForm(Readable.from(refused), 30)).rejects.toMatchObject({ status: 413 });
  expect(Buffer.concat(refused).every((byte) => byte === 0)).toBe(true);
});
