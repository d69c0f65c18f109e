import { countCommits } from './failure/count-commits';
import { prefetchView } from './registry/view-prefetch';

prefetchView();
countCommits();
// Shared modules must be in the share scope before any code imports them, so the program starts behind an asynchronous import.
void import('./bootstrap');
