import type { Entry } from './entry';
import DataGridExample from '../examples/DataGrid';
import dataGridSource from '../examples/DataGrid.tsx?source';
import TimeExample from '../examples/Time';
import timeSource from '../examples/Time.tsx?source';
import FactListExample from '../examples/FactList';
import factListSource from '../examples/FactList.tsx?source';
import CountExample from '../examples/Count';
import countSource from '../examples/Count.tsx?source';
import ShowMoreExample from '../examples/ShowMore';
import showMoreSource from '../examples/ShowMore.tsx?source';
import ActionsCellExample from '../examples/ActionsCell';
import actionsCellSource from '../examples/ActionsCell.tsx?source';
import JsonViewExample from '../examples/JsonView';
import jsonViewSource from '../examples/JsonView.tsx?source';
import JsonPanelExample from '../examples/JsonPanel';
import jsonPanelSource from '../examples/JsonPanel.tsx?source';
import TagExample from '../examples/Tag';
import tagSource from '../examples/Tag.tsx?source';
import ViewsMenuExample from '../examples/ViewsMenu';
import viewsMenuSource from '../examples/ViewsMenu.tsx?source';

export const DATA: readonly Entry[] = [
  {
    name: 'DataGrid',
    about:
      'A list as a grid: title with count, search, filters, sorting, selection with actions, paging, column layout and export. In a narrow window, rows are cards.',
    props: [
      ['title', 'the name of the list'],
      ['rows', 'the rows; undefined while they load'],
      ['rowKey', 'returns the key of a row'],
      ['columns', 'each with `key`, `title` and `value`; `render` draws a cell, `edit` makes it editable'],
      ['empty', 'what an empty list says'],
      ['severity', 'returns the severity of a row, and adds its chips'],
      ['type', 'adds a filter by type'],
      ['actions', 'act on all or the selected rows'],
      ['paging', 'the paging of a server'],
      ['views', 'adds the menu of saved views'],
      ['details', 'adds a button to each row'],
      ['expand', 'makes rows expandable'],
      ['error', 'shows an error in place of the rows'],
    ],
    Example: DataGridExample,
    source: dataGridSource,
  },
  {
    name: 'ViewsMenu',
    about:
      'Opens, saves and deletes views of a list: filters, order and grouping under a name. `useListViews` of `@cam/platform` gives them for the page.',
    props: [['views', 'the views, and how to open, save and delete one']],
    Example: ViewsMenuExample,
    source: viewsMenuSource,
  },
  {
    name: 'Time',
    about: 'A time in running text, to the minute. The tooltip has the seconds and the zone.',
    props: [['at', 'ISO 8601; null, undefined and an empty text show as N/A']],
    Example: TimeExample,
    source: timeSource,
  },
  {
    name: 'FactList',
    about: 'Facts beside their titles, for a drawer or the head of a page. In a narrow window, each fact is below its title.',
    props: [['facts', 'pairs of a title and its value, in their order']],
    Example: FactListExample,
    source: factListSource,
  },
  {
    name: 'Count',
    about: 'A number in its short form. The tooltip of an abbreviated one gives the exact number.',
    props: [['value', 'the number; null and undefined count as 0']],
    Example: CountExample,
    source: countSource,
  },
  {
    name: 'ShowMore',
    about: 'The button for more items, as the last item of a long list.',
    props: [
      ['left', 'number of items that are not shown'],
      ['onMore', 'shows more of them'],
    ],
    Example: ShowMoreExample,
    source: showMoreSource,
  },
  {
    name: 'ActionsCell',
    about: 'What an identity may do, as the letters RWA. A dash stands for a missing one, a dashed outline for one that holds under conditions.',
    props: [
      ['actions', 'the letters'],
      ['conditional', 'those that hold under conditions'],
    ],
    Example: ActionsCellExample,
    source: actionsCellSource,
  },
  {
    name: 'JsonView',
    about: 'A document as indented JSON, with one statement of a policy marked.',
    props: [
      ['json', 'the text'],
      ['highlightStatement', 'index of the marked statement'],
      ['label', 'names it for screen readers'],
    ],
    Example: JsonViewExample,
    source: jsonViewSource,
  },
  {
    name: 'JsonPanel',
    about: 'A document at the bottom of the window, above all else. Its upper edge moves by dragging or arrow keys, and Escape closes it.',
    props: [
      ['json', 'the text; null shows an empty document'],
      ['title', 'the name of the policy'],
      ['highlightStatement', 'index of the marked statement'],
      ['onClose', 'closes it'],
    ],
    Example: JsonPanelExample,
    source: jsonPanelSource,
  },
  {
    name: 'Tag',
    about: 'A short word about a row: a label, a choice.',
    props: [
      ['closable', 'a button removes it'],
      ['children', 'the word'],
    ],
    Example: TagExample,
    source: tagSource,
  },
];
