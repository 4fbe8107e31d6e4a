/** The address of the sandbox inside the process, which nothing on a network has. */
export const sandboxAddress = 'http://sandbox.localhost/';
