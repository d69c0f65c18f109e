import type { Entry } from './entry';
import PageHeaderExample from '../examples/PageHeader';
import pageHeaderSource from '../examples/PageHeader.tsx?source';
import TabsExample from '../examples/Tabs';
import tabsSource from '../examples/Tabs.tsx?source';
import TabListExample from '../examples/TabList';
import tabListSource from '../examples/TabList.tsx?source';
import GroupedTabsExample from '../examples/GroupedTabs';
import groupedTabsSource from '../examples/GroupedTabs.tsx?source';
import DrawerExample from '../examples/Drawer';
import drawerSource from '../examples/Drawer.tsx?source';
import ModalExample from '../examples/Modal';
import modalSource from '../examples/Modal.tsx?source';
import TextDialogExample from '../examples/TextDialog';
import textDialogSource from '../examples/TextDialog.tsx?source';
import SubmitDialogExample from '../examples/SubmitDialog';
import submitDialogSource from '../examples/SubmitDialog.tsx?source';
import ThemeRootExample from '../examples/ThemeRoot';
import themeRootSource from '../examples/ThemeRoot.tsx?source';

export const LAYOUT: readonly Entry[] = [
  {
    name: 'PageHeader',
    about: 'The top of a page: its title, and what can be done with the whole of it.',
    props: [
      ['title', 'the name of the page'],
      ['trail', 'links to the pages above'],
      ['text', 'one line below the title'],
      ['actions', 'buttons at the right'],
    ],
    Example: PageHeaderExample,
    source: pageHeaderSource,
  },
  {
    name: 'Tabs',
    about: 'Several views in one place, with one shown.',
    props: [
      ['items', 'each with `key`, `label` and `children`'],
      ['activeKey', 'the shown one'],
      ['onChange', 'takes the key of the chosen one'],
    ],
    Example: TabsExample,
    source: tabsSource,
  },
  {
    name: 'TabList',
    about: 'Tabs that wrap into further lines, so that none is hidden. The page shows the content.',
    props: [
      ['items', 'each with `key` and `label`'],
      ['chosen', 'the key of the shown one'],
      ['onChoose', 'takes the key of the chosen one'],
      ['label', 'names the tabs for screen readers'],
    ],
    Example: TabListExample,
    source: tabListSource,
  },
  {
    name: 'GroupedTabs',
    about: 'More tabs than fit a line, in groups at the side of their content. A narrow window has a selection above it.',
    props: [
      ['groups', 'each with `label` and `items`, which have `key` and `label`'],
      ['chosen', 'the key of the shown one'],
      ['onChoose', 'takes the key of the chosen one'],
      ['label', 'names all of the tabs for screen readers'],
      ['children', 'the content of the chosen tab'],
    ],
    Example: GroupedTabsExample,
    source: groupedTabsSource,
  },
  {
    name: 'Drawer',
    about: 'Details of one row beside the list, which stays where it is.',
    props: [
      ['open', 'whether it is shown'],
      ['title', 'what it shows'],
      ['size', 'its width in CSS pixels'],
      ['onClose', 'closes it'],
    ],
    Example: DrawerExample,
    source: drawerSource,
  },
  {
    name: 'Modal',
    about: 'Asks for something before the work goes on. `SubmitDialog` and `TextDialog` are made of it.',
    props: [
      ['open', 'whether it is shown'],
      ['title', 'what it asks'],
      ['okText', 'the name of the action'],
      ['onOk', 'runs it'],
      ['onCancel', 'closes it'],
    ],
    Example: ModalExample,
    source: modalSource,
  },
  {
    name: 'TextDialog',
    about: 'Asks for a few required values in a dialog.',
    props: [
      ['title', 'what it asks for'],
      ['okText', 'the name of the action'],
      ['fields', 'each with `name`, `label` and `initial`; `options` make it a choice'],
      ['note', 'explains the action'],
      ['onSubmit', 'takes the values; a rejection keeps the dialog open'],
      ['onClose', 'closes it'],
    ],
    Example: TextDialogExample,
    source: textDialogSource,
  },
  {
    name: 'SubmitDialog',
    about: 'Asks for values of any kind in a dialog, and closes once they are submitted.',
    props: [
      ['title', 'what it asks for'],
      ['okText', 'the name of the action'],
      ['isComplete', 'the fields can be submitted'],
      ['onSubmit', 'a rejection keeps the dialog open with its input'],
      ['onClose', 'closes it'],
      ['children', 'renders the fields; gets `submit` for the Enter key'],
    ],
    Example: SubmitDialogExample,
    source: submitDialogSource,
  },
  {
    name: 'ThemeRoot',
    about: 'Gives all areas the light or dark theme. The host mounts it once; the switch is in the top bar. Style sheets use its variables.',
    props: [['children', 'the console']],
    Example: ThemeRootExample,
    source: themeRootSource,
  },
];
