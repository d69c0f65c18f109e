import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { sendMail } from './send-mail';

const MAIL = { subject: '[CAM] Grüße', text: 'Text', html: '<p>HTML</p>' };
const ID = { id: 'id-1', host: 'cam.example' };

let server: SMTPServer | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

/** Starts a real mail server that accepts mails of ada/right for everyone except nobody@x.example. */
async function mailServer(receivedMails: { to: string[]; raw: Buffer }[]): Promise<(login: string) => { url: string; from: string }> {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'ada' && password === 'right' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) => {
      const code = address.startsWith('nobody') ? 550 : address.startsWith('full') ? 452 : 0;
      done(code === 0 ? null : Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        receivedMails.push({ to: session.envelope.rcptTo.map(({ address }: { address: string }) => address), raw: Buffer.concat(chunks) });
        done();
      });
    },
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()));
  const { port } = listening.server.address() as AddressInfo;
  return (login) => ({ url: `smtp://${login}@127.0.0.1:${port}`, from: 'CAM <cam@x.example>' });
}

it('sendMail sends text and HTML to one recipient, with the given Message-ID', async () => {
  const receivedMails: { to: string[]; raw: Buffer }[] = [];
  const optionsFor = await mailServer(receivedMails);
  expect(await sendMail(optionsFor('ada:right'), 'ops@x.example', MAIL, ID)).toEqual({ sent: true });
  expect(receivedMails.map(({ to }) => to)).toEqual([['ops@x.example']]);
  const mail = await PostalMime.parse(receivedMails[0]?.raw ?? '');
  expect(mail).toMatchObject({ subject: MAIL.subject, messageId: '<id-1@cam.example>', from: { address: 'cam@x.example', name: 'CAM' } });
  expect([mail.text?.trim(), mail.html?.trim()]).toEqual([MAIL.text, MAIL.html]);
});

it('sendMail distinguishes permanent and temporary refusals', async () => {
  const optionsFor = await mailServer([]);
  expect(await sendMail(optionsFor('ada:right'), 'nobody@x.example', MAIL, ID)).toEqual({
    sent: false,
    later: false,
    message: 'The mail server answered 550',
  });
  expect(await sendMail(optionsFor('ada:right'), 'full@x.example', MAIL, ID)).toEqual({
    sent: false,
    later: true,
    message: 'The mail server answered 452',
  });
  expect(await sendMail(optionsFor('ada:wrong'), 'ops@x.example', MAIL, ID)).toEqual({
    sent: false,
    later: true,
    message: 'The mail server refused the user name or password in CAM_SMTP_URL',
  });
});

it('sendMail fails with a reason if the mail server is not configured or not running', async () => {
  expect(await sendMail(null, 'ops@x.example', MAIL, ID)).toMatchObject({ later: false, message: expect.stringContaining('CAM_SMTP_URL') });
  const optionsFor = await mailServer([]);
  await new Promise<void>((resolve) => server?.close(() => resolve()));
  server = undefined;
  expect(await sendMail(optionsFor('ada:right'), 'ops@x.example', MAIL, ID)).toEqual({
    sent: false,
    later: true,
    message: 'The mail server: it refused the connection',
  });
});
