/** Whether the page shows the player's hand, so that a link can lead there. */
export const hand = $state({ isShown: false });
