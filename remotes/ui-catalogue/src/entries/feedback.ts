import type { Entry } from './entry';
import AlertExample from '../examples/Alert';
import alertSource from '../examples/Alert.tsx?source';
import ToastHostExample from '../examples/ToastHost';
import toastHostSource from '../examples/ToastHost.tsx?source';
import ConfirmHostExample from '../examples/ConfirmHost';
import confirmHostSource from '../examples/ConfirmHost.tsx?source';
import LoadingStateExample from '../examples/LoadingState';
import loadingStateSource from '../examples/LoadingState.tsx?source';
import EmptyStateExample from '../examples/EmptyState';
import emptyStateSource from '../examples/EmptyState.tsx?source';
import FilterBannerExample from '../examples/FilterBanner';
import filterBannerSource from '../examples/FilterBanner.tsx?source';
import ErrorStateExample from '../examples/ErrorState';
import errorStateSource from '../examples/ErrorState.tsx?source';
import ProgressExample from '../examples/Progress';
import progressSource from '../examples/Progress.tsx?source';
import PartialReasonsExample from '../examples/PartialReasons';
import partialReasonsSource from '../examples/PartialReasons.tsx?source';

export const FEEDBACK: readonly Entry[] = [
  {
    name: 'Alert',
    about: 'Says something about the page or a part of it, and stays.',
    props: [
      ['type', '`info`, `success`, `warning` or `error`'],
      ['title', 'one sentence'],
      ['description', 'more sentences'],
      ['showIcon', 'an icon beside the title, so that the colour is not alone'],
    ],
    Example: AlertExample,
    source: alertSource,
  },
  {
    name: 'ToastHost',
    about: 'Shows short messages about what has just happened. The host mounts it once; areas call `notify` of `@cam/platform`.',
    props: [['onFollow', 'opens the page that a message links to']],
    Example: ToastHostExample,
    source: toastHostSource,
  },
  {
    name: 'ConfirmHost',
    about: 'Asks before something is lost. The host mounts it once; areas call `confirm` of `@cam/platform`, which resolves with the answer.',
    props: [],
    Example: ConfirmHostExample,
    source: confirmHostSource,
  },
  {
    name: 'LoadingState',
    about: 'Takes the place of content that loads, in its shape. It appears after a moment, so that fast answers do not flicker.',
    props: [
      ['shape', '`text`, `list`, `tiles`, `page` or `entity`'],
      ['rows', 'number of grey lines, or rows of a list'],
      ['label', 'what loads, for screen readers'],
    ],
    Example: LoadingStateExample,
    source: loadingStateSource,
  },
  {
    name: 'EmptyState',
    about: 'Says why a list is empty, and what to do about it.',
    props: [
      ['title', 'what is not there'],
      ['text', 'why, or what follows'],
      ['icon', 'the name of an `Icon`'],
      ['action', 'the next step'],
      ['isPage', 'it fills the page, so the title is the heading'],
    ],
    Example: EmptyStateExample,
    source: emptyStateSource,
  },
  {
    name: 'ErrorState',
    about: 'Says that something could not be loaded, and offers another try.',
    props: [
      ['title', 'what failed'],
      ['message', 'a sentence that says what happened'],
      ['supportCode', 'what support asks for'],
      ['onRetry', 'tries again'],
    ],
    Example: ErrorStateExample,
    source: errorStateSource,
  },
  {
    name: 'FilterBanner',
    about: 'Says that a page shows a part only, and offers the rest.',
    props: [
      ['children', 'the part that is shown, which follows the words "Showing only"'],
      ['action', 'the button or link that shows all; optional where the source filter does'],
    ],
    Example: FilterBannerExample,
    source: filterBannerSource,
  },
  {
    name: 'Progress',
    about: 'Shows how much of some work is done.',
    props: [
      ['percent', '0 to 100'],
      ['status', '`success`, `exception` or `active`'],
      ['size', '`small` beside text'],
    ],
    Example: ProgressExample,
    source: progressSource,
  },
  {
    name: 'PartialReasons',
    about: 'Lists why an answer is incomplete, in words.',
    props: [['reasons', 'as `usePartialResults` and exports return them']],
    Example: PartialReasonsExample,
    source: partialReasonsSource,
  },
];
