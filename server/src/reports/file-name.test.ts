import { distinctFileNames, safeFileName } from './file-name';

describe('the file name of a report', () => {
  it('keeps what people wrote where file systems take it', () => {
    expect(safeFileName('Quarterly access ۱ – Zürich 🔐', 'xlsx')).toBe('Quarterly access ۱ – Zürich 🔐.xlsx');
  });

  it('replaces separators, so that a name never becomes a path', () => {
    expect(safeFileName('../../etc/passwd', 'xlsx')).toBe('_.._etc_passwd.xlsx');
    expect(safeFileName('a\\b:c*?', 'xlsx')).toBe('a_b_c__.xlsx');
  });

  it('is never empty and never a device', () => {
    expect(safeFileName('  ', 'xlsx')).toBe('report.xlsx');
    expect(safeFileName('NUL', 'xlsx')).toBe('report NUL.xlsx');
  });

  it('is cut to a length that every file system takes', () => {
    expect(safeFileName('x'.repeat(300), 'xlsx')).toHaveLength(125);
  });
});

describe('several reports in one zip', () => {
  it('all survive when they have the same name', () => {
    expect(distinctFileNames(['Access.xlsx', 'access.xlsx', 'Other.xlsx', 'Access.xlsx'])).toEqual([
      'Access.xlsx',
      'access (2).xlsx',
      'Other.xlsx',
      'Access (3).xlsx',
    ]);
  });
});
