/** Functions of the page of the drawing. */
export interface FrameWatch {
  /** Begins to note the times between frames. */
  watchFrames: () => void;
  /** Ends that, and returns the times, ms. */
  watchedFrames: () => number[];
}

/** Returns functions that note the times between frames of this page. */
export function frameWatch(): FrameWatch {
  let frames: number[] = [];
  let isWatched = false;
  return {
    watchFrames: () => {
      frames = [];
      isWatched = true;
      let before = performance.now();
      const note = (now: number): void => {
        frames.push(now - before);
        before = now;
        if (isWatched) requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    },
    watchedFrames: () => {
      isWatched = false;
      // The first frame was on its way before.
      return frames.slice(1);
    },
  };
}
