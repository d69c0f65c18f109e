import { toCsv, toYaml } from './formats';

it('toCsv writes the list of a result with all fields of its rows', () => {
  const value = {
    total: 2,
    rows: [
      { name: 'Ann "A" Lee', rights: ['read', 'write'] },
      { name: 'Bob', note: null, of: { id: 1 } },
    ],
  };
  expect(toCsv(value)).toBe('"name","rights","note","of"\r\n"Ann ""A"" Lee","read write","",""\r\n"Bob","","","{""id"":1}"');
});

it('toCsv writes a result without a list as one row, and a list of texts as one column', () => {
  expect(toCsv({ token_id: 't1', revoked: true })).toBe('"token_id","revoked"\r\n"t1","true"');
  expect(toCsv(['a', 'b'])).toBe('"value"\r\n"a"\r\n"b"');
  expect(toCsv({ rows: [] })).toBe('');
});

it('toYaml writes texts so that they are read as texts', () => {
  expect(toYaml({ id: '0012', when: '2026-01-01', rows: [{ on: true, gone: undefined }] })).toBe(
    // YAML 1.1 reads "on" as true, so it is quoted.
    `id: "0012"\nwhen: "2026-01-01"\nrows:\n  - "on": true`,
  );
});
