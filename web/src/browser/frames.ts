/** Resolves once the browser has drawn a frame, or at once if the page is hidden and draws none. */
export const drawn = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
