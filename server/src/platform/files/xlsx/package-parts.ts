/** The fixed parts of an xlsx package: workbook, relations, content types and styles. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Sheet {
  name: string;
  part: number;
}

export function workbookXml(sheets: readonly Sheet[]): string {
  const listed = sheets.map(({ name, part }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${part}"/>`).join('');
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed}</sheets></workbook>`;
}

export function workbookRelations(sheets: readonly Sheet[]): string {
  const listed = sheets.map(({ part }) => `<Relationship Id="rId${part}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${part}.xml"/>`).join('');
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${listed}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

export const RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="workbook" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function contentTypes(sheets: readonly Sheet[]): string {
  const override = (name: string, type: string): string => `<Override PartName="${name}" ContentType="${SHEET_TYPES}.${type}+xml"/>`;
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}` +
    `${sheets.map(({ part }) => override(`/xl/worksheets/sheet${part}.xml`, 'worksheet')).join('')}</Types>`
  );
}

/** Formats in the order of STYLE: plain, heading, text that stays text when edited, a time, and wrapped text. */
export const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '</cellXfs></styleSheet>';
