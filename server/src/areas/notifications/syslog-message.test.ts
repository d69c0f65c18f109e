import { framed, syslogMessage, type SyslogEntry } from './syslog-message';

const entry: SyslogEntry = {
  severity: 'HIGH',
  at: new Date('2026-03-01T10:00:00.123Z'),
  kind: 'ALERT',
  data: { alert: { id: 'a-1', guardrail: 'Reads "pay\\roll" [all]' } },
  text: 'nora\nreads',
};

it('syslogMessage returns an RFC 5424 message with escaped structured data and no line breaks', () => {
  expect(syslogMessage(entry, 'cam.example').toString()).toBe(
    '<106>1 2026-03-01T10:00:00.123Z cam.example CAM - ALERT [alert@32473 id="a-1" guardrail="Reads \\"pay\\\\roll\\" [all\\]"] \ufeffnora reads',
  );
});

it('syslogMessage encodes the severity, and writes a dash for missing structured data', () => {
  expect(syslogMessage({ ...entry, severity: 'LOW', kind: 'TEST', data: {} }, '').toString()).toMatch(/^<109>1 \S+ - CAM - TEST - /);
});

it('syslogMessage truncates a message to 2048 octets without splitting a character', () => {
  const message = syslogMessage({ ...entry, text: '漢'.repeat(2000) }, 'cam.example');
  expect(message.length).toBeLessThanOrEqual(2048);
  expect(message.length).toBeGreaterThan(2044);
  expect(message.toString()).not.toContain('\ufffd');
});

it('framed ends a message with a line feed or starts it with its length', () => {
  const messages = [Buffer.from('é'), Buffer.from('b')];
  expect(framed(messages, 'newline').toString()).toBe('é\nb\n');
  expect(framed(messages, 'octet-counting').toString()).toBe('2 é1 b');
});
