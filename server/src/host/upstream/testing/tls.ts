/**
 * A certificate of 127.0.0.1 that nobody signed, with its key: for servers that no client should trust, unless it is told
 * to. Tests only.
 */
export const untrusted = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDq336R1wQJJSoLAf
hXOi60VUiZRzfPa2fTLr+7IF28qhRANCAAQDFIk7YvBicLroktgVXY8S4iGaVHcM
Og7wbxbYgX/slZBoqknRvUnpmrbuKwocfTdlJve8huICq4MD5olpDB8U
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUQWYt1jpXyDSg0yZxKykegI5wN6wwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEzMTAwMVoYDzIxMjYxMDI4
MTMxMDAxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQDFIk7YvBicLroktgVXY8S4iGaVHcMOg7wbxbYgX/slZBoqknRvUnp
mrbuKwocfTdlJve8huICq4MD5olpDB8Uo28wbTAdBgNVHQ4EFgQUQzPQk/7IQbjW
9sjlpO11o56HV6gwHwYDVR0jBBgwFoAUQzPQk/7IQbjW9sjlpO11o56HV6gwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSAAwRQIhAOo3vTKmCseDf7pttSeMdR4BweyWDn+hMUH4BCkUJyrHAiAo
GEJMctTj8S8RyKiLuL4IAjvtH5yvjEYWiC+FQJGdew==
-----END CERTIFICATE-----`,
}
