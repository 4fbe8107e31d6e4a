/** The name of the file of the settings, without `.json`. */
export const settingsName = 'settings';
