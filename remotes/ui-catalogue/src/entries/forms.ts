import type { Entry } from './entry';
import FormExample from '../examples/Form';
import formSource from '../examples/Form.tsx?source';
import TipFieldExample from '../examples/TipField';
import tipFieldSource from '../examples/TipField.tsx?source';
import InputExample from '../examples/Input';
import inputSource from '../examples/Input.tsx?source';
import MentionsExample from '../examples/Mentions';
import mentionsSource from '../examples/Mentions.tsx?source';
import SelectExample from '../examples/Select';
import selectSource from '../examples/Select.tsx?source';
import CheckboxExample from '../examples/Checkbox';
import checkboxSource from '../examples/Checkbox.tsx?source';
import RadioExample from '../examples/Radio';
import radioSource from '../examples/Radio.tsx?source';
import SwitchExample from '../examples/Switch';
import switchSource from '../examples/Switch.tsx?source';
import DateRangeExample from '../examples/DateRange';
import dateRangeSource from '../examples/DateRange.tsx?source';
import DayRangeExample from '../examples/DayRange';
import dayRangeSource from '../examples/DayRange.tsx?source';
import UploadExample from '../examples/Upload';
import uploadSource from '../examples/Upload.tsx?source';

export const FORMS: readonly Entry[] = [
  {
    name: 'Form',
    about: 'Lays out fields with their labels, and submits them with Enter.',
    props: [
      ['layout', '`vertical`'],
      ['onFinish', 'submits'],
      ['Form.Item', 'one field: `label`, `htmlFor` the id of the control, `help`'],
    ],
    Example: FormExample,
    source: formSource,
  },
  {
    name: 'TipField',
    about: 'A labelled control whose problem shows in a tooltip while the control has the focus or the pointer.',
    props: [
      ['label', 'the name of the field'],
      ['error', 'what is wrong; null when nothing is'],
      ['required', 'the field must not be empty'],
      ['hint', 'words below the control'],
      ['beside', 'content beside the control'],
      ['children', 'the control'],
    ],
    Example: TipFieldExample,
    source: tipFieldSource,
  },
  {
    name: 'Input',
    about: 'A line of text. `Input.Password`, `Input.Search` and `Input.TextArea` are its kin.',
    props: [
      ['value', 'the text'],
      ['onChange', 'takes the event of each change'],
      ['allowClear', 'a button that empties it'],
      ['maxLength', 'the most characters'],
    ],
    Example: InputExample,
    source: inputSource,
  },
  {
    name: 'Mentions',
    about: 'A text that can name people after an @.',
    props: [
      ['options', 'the people, each with `value` and `label`'],
      ['value', 'the text'],
      ['onChange', 'takes the text of each change'],
    ],
    Example: MentionsExample,
    source: mentionsSource,
  },
  {
    name: 'Select',
    about: 'A choice from a list, which can be searched.',
    props: [
      ['options', 'each with `value` and `label`'],
      ['value', 'the chosen value, or all of them'],
      ['mode', '`multiple` for several'],
      ['showSearch', 'the list filters while one types'],
    ],
    Example: SelectExample,
    source: selectSource,
  },
  {
    name: 'Checkbox',
    about: 'A yes or no, or one of several that may be chosen together.',
    props: [
      ['checked', 'whether it is ticked'],
      ['onChange', 'takes the event of each change'],
      ['indeterminate', 'some of what it stands for is ticked'],
    ],
    Example: CheckboxExample,
    source: checkboxSource,
  },
  {
    name: 'Radio',
    about: 'One of a few choices, all visible. `Radio.Group` holds them.',
    props: [
      ['options', 'each with `value` and `label`'],
      ['value', 'the chosen one'],
      ['optionType', '`button` for a row of buttons'],
    ],
    Example: RadioExample,
    source: radioSource,
  },
  {
    name: 'Switch',
    about: 'Turns something on or off at once, without a button to save.',
    props: [
      ['checked', 'whether it is on'],
      ['onChange', 'takes the new state'],
      ['loading', 'the change runs'],
    ],
    Example: SwitchExample,
    source: switchSource,
  },
  {
    name: 'DateRange',
    about: 'A span of time in two months side by side.',
    props: [
      ['value', '`from` and `to`; null means no limit'],
      ['onChange', 'takes the applied span'],
    ],
    Example: DateRangeExample,
    source: dateRangeSource,
  },
  {
    name: 'DayRange',
    about: 'A range of days in two months side by side.',
    props: [
      ['start', 'YYYY-MM-DD; null means no limit'],
      ['end', 'the same'],
      ['onChange', 'takes the applied days'],
    ],
    Example: DayRangeExample,
    source: dayRangeSource,
  },
  {
    name: 'Upload',
    about: 'Takes a file. `beforeUpload` reads it in the browser and returns false.',
    props: [
      ['accept', 'the kinds of files'],
      ['beforeUpload', 'takes the file'],
      ['showUploadList', 'whether the chosen files are listed'],
    ],
    Example: UploadExample,
    source: uploadSource,
  },
];
