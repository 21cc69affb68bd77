/** How large a page is shown: whole, as wide as the viewer, or at a scale of its own pixels. */
export type Zoom = 'fit' | 'width' | number

/** Width and height in pixels. */
export type Size = { width: number; height: number }

const step = 1.25
/** The smallest and the largest scale. */
const [least, most] = [0.1, 4]

/** The size of a page after quarter turns. */
export const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 ? { width: height, height: width } : { width, height }

/** The scale at which a page of this size is shown in a room of that size; 1 while either is unknown. */
export function scaleOf(zoom: Zoom, page: Size, room: Size): number {
  if (typeof zoom === 'number') return zoom
  if (!page.width || !room.width) return 1
  const wide = room.width / page.width
  return zoom === 'width' ? wide : Math.min(wide, room.height / page.height)
}

/** The next scale up (`by` 1) or down (−1). */
export const zoomed = (scale: number, by: 1 | -1): number => Math.min(most, Math.max(least, scale * step ** by))
