/** The door of the demo: the server loads it at run time, only where CAM_DEMO asks for the made-up company. */
export { DemoCloud } from './demo-cloud';
export { DemoLoader } from './load-demo';
