/** Every component that imports the chart library: one chunk, loaded by `lazy-drawing.tsx`. */
export { ColumnDrawing } from './ColumnDrawing';
export { EventDrawing } from './EventDrawing';
