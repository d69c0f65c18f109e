/** The public interface of the demo. The server loads it at run time, and only if CAM_DEMO is set. */
export { DemoCloud } from './demo-cloud';
export { DemoLoader } from './load-demo';
