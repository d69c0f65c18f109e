const STORED = 'cam.keys';

/** Returns whether keys without a modifier act, as this browser stores it. Speech input can press them by accident, so users can turn them off. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
}
