import { framed, syslogMessage, type SyslogEntry } from './syslog-message';

const entry: SyslogEntry = {
  severity: 'HIGH',
  at: new Date('2026-03-01T10:00:00.123Z'),
  kind: 'ALERT',
  data: { alert: { id: 'a-1', guardrail: 'Reads "pay\\roll" [all]' } },
  text: 'nora\nreads',
};

it('is a message of RFC 5424 with escaped structured data and without line ends', () => {
  expect(syslogMessage(entry, 'cam.example').toString()).toBe(
    '<106>1 2026-03-01T10:00:00.123Z cam.example CAM - ALERT [alert@32473 id="a-1" guardrail="Reads \\"pay\\\\roll\\" [all\\]"] \ufeffnora reads',
  );
});

it('has the severity, and a dash without structured data', () => {
  expect(syslogMessage({ ...entry, severity: 'LOW', kind: 'TEST', data: {} }, '').toString()).toMatch(/^<109>1 \S+ - CAM - TEST - /);
});

it('has at most 2048 octets, cut between two characters', () => {
  const message = syslogMessage({ ...entry, text: '漢'.repeat(2000) }, 'cam.example');
  expect(message.length).toBeLessThanOrEqual(2048);
  expect(message.length).toBeGreaterThan(2044);
  expect(message.toString()).not.toContain('\ufffd');
});

it('is framed by a line end or by its length', () => {
  const messages = [Buffer.from('é'), Buffer.from('b')];
  expect(framed(messages, 'newline').toString()).toBe('é\nb\n');
  expect(framed(messages, 'octet-counting').toString()).toBe('2 é1 b');
});
