import { distinctFileNames, safeFileName } from './file-name';

describe('safeFileName', () => {
  it('keeps characters that file systems accept', () => {
    expect(safeFileName('Quarterly access ۱ – Zürich 🔐', 'xlsx')).toBe('Quarterly access ۱ – Zürich 🔐.xlsx');
  });

  it('replaces path separators and reserved characters', () => {
    expect(safeFileName('../../etc/passwd', 'xlsx')).toBe('____etc_passwd.xlsx');
    expect(safeFileName('a\\b:c*?', 'xlsx')).toBe('a_b_c__.xlsx');
  });

  it('replaces an empty name and a device name', () => {
    expect(safeFileName('  ', 'xlsx')).toBe('report.xlsx');
    expect(safeFileName('NUL', 'xlsx')).toBe('report NUL.xlsx');
  });

  it('truncates a name to a length that every file system accepts', () => {
    expect(safeFileName('x'.repeat(300), 'xlsx')).toHaveLength(125);
    const emoji = safeFileName('🔐'.repeat(300), 'xlsx');
    expect(Buffer.byteLength(emoji)).toBeLessThanOrEqual(245);
    expect(emoji).toMatch(/^(?:🔐){60}\.xlsx$/u);
  });

  it('keeps right-to-left names, but removes marks that reverse the extension', () => {
    expect(safeFileName('דוח גישה', 'xlsx')).toBe('דוח גישה.xlsx');
    expect(safeFileName('access\u202excod', 'xlsx')).toBe('access_xcod.xlsx');
  });
});

describe('distinctFileNames', () => {
  it('numbers equal names, ignoring case', () => {
    expect(distinctFileNames(['Access.xlsx', 'access.xlsx', 'Other.xlsx', 'Access.xlsx'])).toEqual([
      'Access.xlsx',
      'access (2).xlsx',
      'Other.xlsx',
      'Access (3).xlsx',
    ]);
  });

  it('skips numbers that other names already use', () => {
    expect(distinctFileNames(['a.xlsx', 'a (2).xlsx', 'a.xlsx', 'A (2).csv', 'a.csv'])).toEqual([
      'a.xlsx',
      'a (2).xlsx',
      'a (3).xlsx',
      'A (2).csv',
      'a.csv',
    ]);
  });
});
