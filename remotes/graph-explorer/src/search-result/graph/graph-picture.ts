import type { PlacedGraph } from './graph-boxes';
import { textMeasure, themeColours } from './graph-look';
import { graphSvg } from './graph-svg';

/** The number of pixels of an exported picture for each pixel of the drawing. */
const SHARPNESS = 2;

/**
 * Returns the drawing as a file in the colours of the present theme.
 * @throws Error if the browser cannot draw a picture of this size
 */
export async function graphPicture(placed: PlacedGraph, format: 'svg' | 'png'): Promise<Blob> {
  const svg = graphSvg(placed, themeColours(), textMeasure());
  if (format === 'svg') return new Blob([svg], { type: 'image/svg+xml' });
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * SHARPNESS;
  canvas.height = image.height * SHARPNESS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('The graph is too large for a picture. Export it as SVG.');
  return picture;
}
