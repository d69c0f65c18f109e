import { distinctFileNames, safeFileName } from './file-name';

describe('the file name of a report', () => {
  it('keeps characters that file systems accept', () => {
    expect(safeFileName('Quarterly access ۱ – Zürich 🔐', 'xlsx')).toBe('Quarterly access ۱ – Zürich 🔐.xlsx');
  });

  it('replaces separators, so that a name never becomes a path', () => {
    expect(safeFileName('../../etc/passwd', 'xlsx')).toBe('_.._etc_passwd.xlsx');
    expect(safeFileName('a\\b:c*?', 'xlsx')).toBe('a_b_c__.xlsx');
  });

  it('is never empty or a device name', () => {
    expect(safeFileName('  ', 'xlsx')).toBe('report.xlsx');
    expect(safeFileName('NUL', 'xlsx')).toBe('report NUL.xlsx');
  });

  it('is cut to a length that every file system accepts', () => {
    expect(safeFileName('x'.repeat(300), 'xlsx')).toHaveLength(125);
    const emoji = safeFileName('🔐'.repeat(300), 'xlsx');
    expect(Buffer.byteLength(emoji)).toBeLessThanOrEqual(245);
    expect(emoji).toMatch(/^(?:🔐){60}\.xlsx$/u);
  });

  it('keeps right-to-left names without marks that reverse the extension', () => {
    expect(safeFileName('דוח גישה', 'xlsx')).toBe('דוח גישה.xlsx');
    expect(safeFileName('access\u202excod', 'xlsx')).toBe('access_xcod.xlsx');
  });
});

describe('several reports in one zip', () => {
  it('get distinct names if they have the same name', () => {
    expect(distinctFileNames(['Access.xlsx', 'access.xlsx', 'Other.xlsx', 'Access.xlsx'])).toEqual([
      'Access.xlsx',
      'access (2).xlsx',
      'Other.xlsx',
      'Access (3).xlsx',
    ]);
  });

  it('get distinct names if one already has a numbered name', () => {
    expect(distinctFileNames(['a.xlsx', 'a (2).xlsx', 'a.xlsx', 'A (2).csv', 'a.csv'])).toEqual([
      'a.xlsx',
      'a (2).xlsx',
      'a (3).xlsx',
      'A (2).csv',
      'a.csv',
    ]);
  });
});
