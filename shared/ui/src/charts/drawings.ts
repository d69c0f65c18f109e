/** Every component that imports the chart library: one chunk, loaded by `lazy-drawing.tsx`. */
export { BarDrawing } from './BarDrawing';
export { ColumnDrawing } from './ColumnDrawing';
export { EventDrawing } from './EventDrawing';
export { LineDrawing } from './LineDrawing';
