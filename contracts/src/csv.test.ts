import { csvFileName, toCsv } from './csv';

describe('CSV export', () => {
  const columns = [
    { title: 'Name', value: (row: { name: string; ids: number[]; when: Date | null }) => row.name },
    { title: 'Ids', value: (row: { ids: number[] }) => row.ids },
    { title: 'When', value: (row: { when: Date | null }) => row.when },
  ];

  it('starts with a BOM, quotes every cell and doubles quotes inside', () => {
    expect(toCsv([{ name: 'a "b", c', ids: [1, 2], when: new Date(0) }], columns)).toBe(
      '﻿"Name","Ids","When"\r\n"a ""b"", c","2","1970-01-01T00:00:00.000Z"',
    );
  });

  it('shows N/A for missing values', () => {
    expect(toCsv([{ name: '', ids: [], when: null }], columns)).toContain('"N/A","0","N/A"');
  });

  it('escapes names that a spreadsheet would read as formulas', () => {
    const lines = ['=1+1', '-2+3', '--A', 'a=b'].map((name) => toCsv([{ name, ids: [], when: null }], columns.slice(0, 1)).split('\r\n')[1]);
    expect(lines).toEqual([`"'=1+1"`, `"'-2+3"`, '"--A"', '"a=b"']);
    const list = toCsv([{ name: ['=1+1', 'b'] }], [{ title: 'Names', value: (row: { name: string[] }) => row.name }]);
    expect(list.split('\r\n')[1]).toBe(`"'=1+1; b"`);
  });

  it('has a file name that describes its content', () => {
    expect(csvFileName('', '', '', '2026-01-01')).toBe('generated___2026-01-01.csv');
    expect(csvFileName('Guardrails', 'HIGH', 'admin', '2026-01-01')).toBe('Guardrails___HIGH___admin___2026-01-01.csv');
  });
});
