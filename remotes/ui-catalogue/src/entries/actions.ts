import type { Entry } from './entry';
import ButtonExample from '../examples/Button';
import buttonSource from '../examples/Button.tsx?source';
import RowButtonExample from '../examples/RowButton';
import rowButtonSource from '../examples/RowButton.tsx?source';
import DropdownExample from '../examples/Dropdown';
import dropdownSource from '../examples/Dropdown.tsx?source';
import TooltipExample from '../examples/Tooltip';
import tooltipSource from '../examples/Tooltip.tsx?source';
import PopoverExample from '../examples/Popover';
import popoverSource from '../examples/Popover.tsx?source';

export const ACTIONS: readonly Entry[] = [
  {
    name: 'Button',
    about: 'Runs an action. One primary button a view at most.',
    props: [
      ['type', '`primary` for the main action, `text` or `link` for quiet ones'],
      ['icon', 'an `Icon` before the text'],
      ['danger', 'the action destroys something'],
      ['loading', 'the action runs'],
      ['disabled', 'the action is not possible now'],
    ],
    Example: ButtonExample,
    source: buttonSource,
  },
  {
    name: 'RowButton',
    about: 'Runs an action on a row of a grid. A list has many of these buttons, so each is plain and quick to show.',
    props: [
      ['look', '`outlined`, `plain` without a border, or `link`'],
      ['icon', 'the name of an icon'],
      ['isDanger', 'the action destroys something'],
      ['aria-label', 'names the action and the row'],
      ['disabled', 'the action is not possible now'],
    ],
    Example: RowButtonExample,
    source: rowButtonSource,
  },
  {
    name: 'Dropdown',
    about: 'Opens a menu of actions or a choice from a button.',
    props: [
      ['menu', 'the items, each with `key`, `label` and `onClick`'],
      ['trigger', '`click`, so that it opens by keyboard and touch'],
      ['children', 'the button'],
    ],
    Example: DropdownExample,
    source: dropdownSource,
  },
  {
    name: 'Tooltip',
    about: 'Adds a few words to a control. Never the only place of what a person needs.',
    props: [
      ['title', 'the words'],
      ['children', 'the control, which takes the focus'],
    ],
    Example: TooltipExample,
    source: tooltipSource,
  },
  {
    name: 'Popover',
    about: 'Shows content with controls beside a button, such as filters.',
    props: [
      ['content', 'what it shows'],
      ['title', 'its heading'],
      ['trigger', '`click`'],
      ['placement', 'the side on which it opens'],
    ],
    Example: PopoverExample,
    source: popoverSource,
  },
];
