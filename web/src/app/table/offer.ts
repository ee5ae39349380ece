/** Under what name is kept that sound was offered. */
export const SOUND_OFFER = 'sound';
/** It is offered once the person has done so much: then they know what there would be to hear. */
export const AFTER_ACTIONS = 3;
