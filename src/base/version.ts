import manifest from '../../package.json' with {type: 'json'};

// Read as a member, so that the bundle has only this of the manifest.
export const version = manifest.version;
