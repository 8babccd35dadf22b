/* FILE: lib/device/device_sharing.h
 * WHAT: how many ranks use a device at the same time.
 *
 * A launcher may give each rank a device of its own, or the same devices to all, and the environment does not tell which. So each rank
 * announces the devices that it uses: it binds a socket with the UUID of the device in its name, in Linux's abstract namespace. The
 * kernel removes the name when the process ends, also if it crashes. Processes of other users, in other network
 * namespaces (most containers), and without libcleave are not counted.
 */
#ifndef CLEAVE_DEVICE_DEVICE_SHARING_H
#define CLEAVE_DEVICE_DEVICE_SHARING_H

#include <stdint.h>

/* Announces that this process uses the OpenMP device NUMBER. Does nothing if it has no other ranks on this machine, or
 * NUMBER is no NVIDIA GPU. Thread-safe; further calls for a device do nothing. */
void cleave_device_announce(int64_t number);

/* The number of processes that have announced the OpenMP device NUMBER; at least 1. */
unsigned cleave_device_sharers(int64_t number);

/* The same for a name of a device, at most 80 bytes. Announcing returns the socket, which must stay open, or -1. */
int cleave_sharing_announce(const char *device);
unsigned cleave_sharing_count(const char *device);

#endif
