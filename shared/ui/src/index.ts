/** The public surface of the user interface: the theme, CAM's own components, and the antd components that the console uses. */
export { ThemeRoot } from './theme/ThemeRoot';
export { useMedia } from './theme/use-media';
export { readColourChoice, setColourChoice, useColourMode, type ColourChoice } from './theme/colour-mode';
export { ToastHost } from './feedback/ToastHost';
export { ConfirmHost } from './feedback/ConfirmHost';
export { EmptyState, ErrorState, LoadingState } from './feedback/states';
export { Icon, type IconName } from './entity/Icon';
export { TypeIcon } from './entity/TypeIcon';
export { CloudLogo, cloudName } from './entity/CloudLogo';
export { typeName, typeNamePlural } from '@cam/contracts';
export { RiskFactors, RiskScore } from './entity/RiskScore';
export { SeverityTag, StatusTag } from './entity/tags';
export { PageHeader } from './data/PageHeader';
export type { Column, EventPoint, Series } from './charts/chart-data';
export { BarChart } from './charts/BarChart';
export { ColumnChart } from './charts/ColumnChart';
export { EventChart } from './charts/EventChart';
export { LineChart, Sparkline } from './charts/LineChart';
export { TabList } from './data/TabList';
export { DataGrid } from './grid/DataGrid';
export type { CellEdit, CursorPaging, GridAction, GridColumn, GridSort, OffsetPaging } from './grid/grid-types';
export { timeColumn } from './grid/time-column';
export { useDebounced } from './grid/use-debounced';
export { JsonView } from './json/JsonView';
export { JsonPanel } from './json/JsonPanel';
export { DayRange } from './form/DayRange';
export { TipField } from './form/TipField';
export { focusFirstField } from './form/focus-first-field';
export { SubmitDialog } from './form/SubmitDialog';
export { TextDialog } from './form/TextDialog';
export { DateRange, type DateSpan } from './form/DateRange';
export { ActionsCell } from './data/ActionsCell';
export { describeActions } from './data/describe-actions';
export { Count } from './data/Count';
export { saveFile } from './data/save-file';
export { PartialReasons } from './grid/use-export';
export * from './data/formats';
export { SHOWN_AT_ONCE, ShowMore, useShortenedList } from './data/ShowMore';
export {
  Alert,
  Button,
  Checkbox,
  Drawer,
  Dropdown,
  Form,
  Input,
  Mentions,
  Modal,
  Popover,
  Progress,
  Radio,
  Select,
  Switch,
  Tabs,
  Tag,
  Tooltip,
  Upload,
} from 'antd';
